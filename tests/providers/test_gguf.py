"""The provider of local models, over a stand-in for llama.cpp."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import anyio
import pytest
from inspect_ai.model import ChatMessageSystem, ChatMessageUser, ContentImage, GenerateConfig, ModelOutput

from graphicacy.providers.gguf import GgufAPI


class Server:
    """Answers with what it was asked; counts how often a model was loaded."""

    loaded: ClassVar[list[Any]] = []
    finish = "stop"

    def __init__(self, params: Any) -> None:
        self.loaded.append(params)

    def handle_chat_completions(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["seed"] == 13:
            return {"error": {"message": "the prompt is\nlonger than the context", "code": 400}}
        choice = {"message": {"content": str(request)}, "finish_reason": self.finish}
        return {"choices": [choice], "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    module = ModuleType("xllamacpp")
    module.Server = Server  # type: ignore[attr-defined]
    module.CommonParams = lambda: SimpleNamespace(  # type: ignore[attr-defined]
        model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace()
    )
    module.__spec__ = SimpleNamespace()  # type: ignore[assignment]
    monkeypatch.setitem(sys.modules, "xllamacpp", module)
    monkeypatch.setattr(Server, "loaded", [])
    path = tmp_path / "small.gguf"
    path.write_bytes(b"GGUF....")
    return path


def ask(api: GgufAPI, **config: Any) -> ModelOutput:
    messages = [ChatMessageSystem(content="Draw."), ChatMessageUser(content="ATP")]
    return anyio.run(api.generate, messages, [], "none", GenerateConfig(**config))


def test_the_request_is_what_was_asked_for(file: Path) -> None:
    api = GgufAPI(str(file), context=2048, threads=3)
    output = ask(api, seed=5, temperature=0.2, max_tokens=99, top_p=0.9)

    sent = eval(output.completion)
    assert sent["messages"] == [{"role": "system", "content": "Draw."}, {"role": "user", "content": "ATP"}]
    assert (sent["seed"], sent["temperature"], sent["max_tokens"], sent["top_p"]) == (5, 0.2, 99, 0.9)
    assert output.usage is not None
    assert output.usage.total_tokens == 7
    (params,) = Server.loaded
    assert (params.model.path, params.n_ctx, params.cpuparams.n_threads) == (str(file), 2048, 3)


def test_the_model_is_named_by_its_file_and_loaded_once(file: Path) -> None:
    api = GgufAPI(str(file))
    assert api.model_name == "small.gguf"
    assert Server.loaded == []
    ask(api)
    ask(api)
    assert len(Server.loaded) == 1


def test_an_answer_cut_off_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Server, "finish", "length")
    assert ask(GgufAPI(str(file))).stop_reason == "max_tokens"


def test_an_error_of_llama_cpp_is_one_line(file: Path) -> None:
    with pytest.raises(RuntimeError, match=r"gguf/small\.gguf: llama\.cpp says: the prompt is"):
        ask(GgufAPI(str(file)), seed=13)


def test_what_is_missing_is_named(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"none\.gguf: cannot be read .*; name a GGUF file"):
        GgufAPI(str(file.with_name("none.gguf"))).check()
    file.write_bytes(b"PK")
    with pytest.raises(ValueError, match="not a GGUF file"):
        GgufAPI(str(file)).check()
    with pytest.raises(ValueError, match="takes path, context, max_tokens and threads, not 'colour'"):
        GgufAPI(str(file), colour="red")
    monkeypatch.setattr("graphicacy.providers.gguf.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install 'graphicacy\[local\]'"):
        GgufAPI(str(file)).check()


def test_a_picture_is_refused_not_left_out(file: Path) -> None:
    seen = ChatMessageUser(content=[ContentImage(image="data:image/png;base64,iVBORw0KGgo=")])
    with pytest.raises(ValueError, match="sees no pictures; ask it in the source or blind view"):
        anyio.run(GgufAPI(str(file)).generate, [seen], [], "none", GenerateConfig())
