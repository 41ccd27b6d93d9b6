"""Which family of models a name belongs to: what one maker trained, on much the same data.

Names come as ``provider/model``, with hosts before them and versions after. The model's own words decide; where they
say nothing, the maker among the parts does.
"""

from __future__ import annotations

import re

__all__ = ["UNKNOWN", "family_of"]

UNKNOWN = "other"
"""The family of a model that nothing is known of; two such models are not therefore kin."""

_NONE = frozenset({"control", "folder", "reader", "rules"})  # no model, or nobody knows which

_WORDS = {
    "gpt": r"gpt(?!q)|chatgpt|dall-?e|codex|davinci|computer-use|o[1-9](?![a-z0-9])",
    "claude": r"claude",
    "gemini": r"gemini|gemma|codegemma|paligemma|imagen|nano-banana|palm|veo(?![a-z])",
    "qwen": r"qwen|codeqwen|qwq|qvq|tongyi|wanx?[0-9]",
    "llama": r"llama|codellama|meta-llama",
    "mistral": r"mistral|mixtral|ministral|magistral|codestral|devstral|pixtral",
    "deepseek": r"deepseek|janus",
    "grok": r"grok",
    "glm": r"glm|chatglm|cogvlm|cogview|codegeex",
    "kimi": r"kimi|moonshot",
    "intern": r"internvl|internlm|intern-",
    "seed": r"seed(?![a-z])|seedream|seededit|doubao|bagel",
    "phi": r"phi(?![a-z])",
    "nova": r"nova(?![a-z])",
    "command": r"command(?![a-z])|c4ai|aya(?![a-z])",
    "minimax": r"minimax|abab",
    "hunyuan": r"hunyuan",
    "ernie": r"ernie",
    "nemotron": r"nemotron|nvlm",
    "granite": r"granite",
    "step": r"step-?[0-9]",
    "olmo": r"olmo|molmo",
    "flux": r"flux",
    "stable-diffusion": r"stable-|sdxl|sd[0-9]|stablecode|stablelm",
    "ideogram": r"ideogram",
    "recraft": r"recraft",
    "midjourney": r"midjourney",
}
_PATTERNS = [(family, re.compile(rf"(?<![a-z0-9])(?:{words})")) for family, words in _WORDS.items()]

_MAKERS = {
    "openai": "gpt",
    "anthropic": "claude",
    "google": "gemini",
    "deepmind": "gemini",
    "alibaba": "qwen",
    "meta": "llama",
    "mistralai": "mistral",
    "xai": "grok",
    "x-ai": "grok",
    "zhipu": "glm",
    "zai-org": "glm",
    "z-ai": "glm",
    "thudm": "glm",
    "moonshotai": "kimi",
    "opengvlab": "intern",
    "bytedance": "seed",
    "cohere": "command",
    "allenai": "olmo",
    "ibm": "granite",
    "black-forest-labs": "flux",
    "stabilityai": "stable-diffusion",
}

_HOST = re.compile(
    "openrouter|together|fireworks|groq|cerebras|sambanova|deepinfra|hyperbolic|novita|replicate|cloudflare|perplexity|"
    "azure|azureai|bedrock|vertex|hf|hf-inference-providers|huggingface|vllm|sglang|ollama|lmstudio|llama-cpp-python|"
    "transformer_lens|nnterp|gguf|images|models|accounts|litellm|github|workers-ai|mockllm|none"
)
_ANY_SERVER = "openai-api"  # and then what its user calls the server


def family_of(model: str) -> str | None:
    """The family of a model by its name; None for controls and folders of pictures, which are of no known model.

    A model of an unknown family has its maker's name, or ``UNKNOWN``.
    """
    parts = [part for part in model.strip().casefold().split("/") if part]
    if not parts or parts[0] in _NONE:
        return None
    parts = parts[2:] if parts[0] == _ANY_SERVER else [part for part in parts if not _HOST.fullmatch(part)]
    for part in reversed(parts):
        found = _named(part) or _MAKERS.get(part)
        if found:
            return found
    return parts[-2] if len(parts) > 1 else UNKNOWN


def _named(part: str) -> str | None:
    """The family whose word comes first: what a model is, before what it was taught by."""
    found = [(match.start(), family) for family, pattern in _PATTERNS if (match := pattern.search(part))]
    return min(found)[1] if found else None
