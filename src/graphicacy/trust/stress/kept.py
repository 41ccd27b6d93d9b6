"""Answers of judges that are kept as they come, so that a test that was stopped does not ask, and pay, again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from graphicacy.draw.record import Judgement
from graphicacy.trust.stress.asking import Answered, Asking, Judges
from graphicacy.trust.stress.files import StressFolder
from graphicacy.trust.stress.record import KeptAnswer

__all__ = ["keeping"]


def keeping(judges: Judges, names: Sequence[str], folder: StressFolder) -> Judges:
    """Judges that ask only what the folder does not hold the answers of all of them to, and add what they answer.

    The same key with other items, another order or another picture is another question. What a judge could not be asked
    is not kept, so that it is asked again.

    Args:
        judges: asks the judges of these ``names``.
        names: as they come back in answers.
        folder: where answers are kept.
    """

    def ask(askings: Sequence[Asking]) -> Iterator[Answered]:
        said: dict[tuple[str, str], dict[str, Judgement]] = {}
        for one in folder.answers():
            said.setdefault((one.key, one.question), {})[one.judge] = one.judgement
        questions = {asking.key: _question(asking) for asking in askings}
        left = []
        for asking in askings:
            known = said.get((asking.key, questions[asking.key]), {})
            if known.keys() >= set(names):
                yield from (Answered(asking.key, judge, known[judge]) for judge in names)
            else:
                left.append(asking)
        for new in judges(left) if left else ():
            if new.judgement is not None:
                question = questions[new.key]
                folder.add_answer(KeptAnswer(key=new.key, question=question, judge=new.judge, judgement=new.judgement))
            yield new

    return ask


def _question(asking: Asking) -> str:
    """A hash of all that a judge is shown."""
    return hashlib.sha256(f"{asking.task!r}\n".encode() + asking.png).hexdigest()[:16]
