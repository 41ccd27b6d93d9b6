"""Wrong words that look right at a glance: typos, sibling entities, gibberish, and names that could have been there."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

import numpy as np

__all__ = ["gibberish", "misspell", "plausible", "siblings"]

# Terms of one kind that differ in meaning. A term is replaced by another of its row.
_ROWS = """
afferent|efferent; adduction|abduction; hyperpolarization|depolarization; hypertonic|hypotonic; hyperthermia|hypothermia
anterior|posterior; dorsal|ventral; proximal|distal; medial|lateral; superior|inferior; apical|basal; rostral|caudal
artery|vein; arterial|venous; systole|diastole; systolic|diastolic; atrium|ventricle; sympathetic|parasympathetic
mitosis|meiosis; prophase|metaphase|anaphase|telophase; G0|G1|G2; haploid|diploid; dominant|recessive
endocytosis|exocytosis; glycolysis|glycogenesis|gluconeogenesis; anabolic|catabolic; aerobic|anaerobic
eukaryote|prokaryote; innate|adaptive; transcription|translation|replication; intron|exon; sense|antisense
agonist|antagonist; ligand|receptor; kinase|phosphatase; phosphorylation|dephosphorylation; methylation|acetylation
agonists|antagonists; oncogene|tumor suppressor; apoptosis|autophagy|necrosis; nucleus|nucleolus; inhibitor|activator
activates|inhibits; activate|inhibit; activation|inhibition; activated|inhibited; activator|inhibitor
NADH|NADPH|FADH2; NAD+|NADP+; NAD|NADP; ATP|ADP|AMP|GTP; GTP|GDP|GMP; cAMP|cGMP; DNA|RNA; mRNA|tRNA|rRNA|miRNA
dATP|dGTP|dCTP; UDP|UTP; acetyl-CoA|malonyl-CoA|succinyl-CoA; FAD|FADH2; PIP2|PIP3; IP3|IP4; DAG|IP3
mTORC1|mTORC2; ERK1|ERK2; MEK1|MEK2; AKT1|AKT2; HER2|HER3; STAT1|STAT3|STAT5; TGF-α|TGF-β; TNF-α|TNF-β; IFN-γ|IFN-α
Ras|Rac|Rho; Raf|Ras; MEK|ERK|JNK; EGFR|FGFR|VEGFR|PDGFR; EGF|FGF|VEGF|PDGF; p38|p53; Bax|Bcl-2; CD4|CD8; Th1|Th2
insulin|glucagon; estrogen|progesterone|testosterone; dopamine|serotonin|noradrenaline; glutamate|glutamine|GABA
glucose|fructose|galactose; lactate|pyruvate|citrate; fumarate|malate|succinate; alanine|serine|glycine; urea|uric acid
adenine|guanine|cytosine|thymine|uracil; leukocyte|erythrocyte; B cell|T cell; B cells|T cells; M1|M2
neutrophil|eosinophil|basophil; macrophage|monocyte; astrocyte|oligodendrocyte; axon|dendrite; neuron|glia
photosynthesis|respiration; xylem|phloem; chloroplast|mitochondrion; stamen|pistil; autotroph|heterotroph
Na+|K+|Ca2+|Mg2+; Na⁺|K⁺|Ca²⁺|Mg²⁺; Cl-|F-; Fe2+|Fe3+; Fe²⁺|Fe³⁺; CO2|CO|O2; CO₂|CO|O₂; NO2|NO3|NH3; H2O|H2O2
sodium|potassium|calcium|magnesium; chloride|fluoride; nitrate|nitrite; sulfate|sulfite; anode|cathode; acid|base
oxidation|reduction; oxidised|reduced; oxidized|reduced; endothermic|exothermic; solute|solvent; cation|anion
hydrophilic|hydrophobic; polar|nonpolar; reactant|product; monomer|polymer; condensation|evaporation
proton|electron|neutron; voltage|current|resistance; capacitor|inductor|resistor; series|parallel; AC|DC
concave|convex; reflection|refraction|diffraction; longitudinal|transverse; kinetic|potential; compression|expansion
conduction|convection|radiation; absorption|emission; source|sink; inlet|outlet; upstream|downstream
increase|decrease; increases|decreases; increased|decreased; up|down; high|low; higher|lower; gain|loss; rise|fall
upregulation|downregulation; upregulated|downregulated; before|after; early|late; first|second|third; begin|end
maximum|minimum; max|min; upper|lower; inner|outer; internal|external; left|right; front|back; north|south; east|west
input|output; inputs|outputs; encoder|decoder; encode|decode; encrypt|decrypt; client|server; read|write; push|pull
import|export; upload|download; request|response; send|receive; open|close; opened|closed; start|stop; on|off
yes|no; true|false; pass|fail; passed|failed; success|failure; valid|invalid; accept|reject; accepted|rejected
approve|reject; approved|rejected; enabled|disabled; enable|disable; allow|deny; lock|unlock; public|private
synchronous|asynchronous; supervised|unsupervised; training|validation|test; precision|recall; mean|median
generator|discriminator; query|key|value; row|column; insert|delete|update; primary|secondary; parent|child
independent|dependent; control|treatment; quantitative|qualitative; pre-test|post-test; random|matched; cause|effect
micro|macro; supply|demand; import|export; debit|credit; buyer|seller; income|expense; individual|collective
wet|dry; hot|cold; warm|cool; day|night; summer|winter; heating|cooling; freezing|melting; erosion|deposition
"""
_GREEK = ("αβγδε", "αβγδ", "ΑΒΓΔ")
_SPELT_GREEK = "alpha|beta|gamma|delta"
_ROMAN = "I|II|III|IV|V"
_CONSONANTS = "bcdfghjklmnpqrstvwxz"
_ALIKE = {  # by a letter or digit: what a reader of pixels may take it for, of those that replace it
    "n": "m", "h": "kmt", "r": "r", "m": "mw", "v": "wr", "u": "w", "y": "xw", "f": "t", "l": "t", "i": "t", "j": "t",
    "w": "wm", "k": "kx", "x": "xk", "t": "t", "1": "47", "7": "7", "8": "39", "6": "9", "0": "9", "5": "9", "g": "9",
}  # fmt: skip
_STEPS = (1, -1, 2, -2, 3)  # from a number or letter to its neighbours, the likeliest confusion first
_ASKED = 60  # labels that are looked at for a sibling
_GENES = (
    "RAF1", "SHC1", "GRB2", "PLCG1", "CDK4", "SMAD7", "SOCS1", "NOTCH3", "WNT5A", "FOXO3", "BRCA2", "CASP9", "TRAF6",
    "PTEN", "IRS2", "MAPK14",
)  # fmt: skip
_PROCESS = (
    "Final review", "Data archive", "Quality check", "Manual override", "Backup store", "Calibration", "Cost estimate",
    "Error log", "External audit", "Feedback survey", "Pilot phase", "Risk register",
)  # fmt: skip


def misspell(label: str, rng: np.random.Generator) -> str:
    """The label with one letter (a digit where it has none) replaced by another of its kind that no reader of pixels
    confuses with it; a label in another script gets an ``x`` at its end."""
    places = [i for i, c in enumerate(label) if c.isascii() and c.isalpha()]
    places = places or [i for i, c in enumerate(label) if c.isascii() and c.isdigit()]
    if not places:
        return label + "x"
    at = int(rng.choice(places))
    pool = "23479" if label[at].isdigit() else "mrtwkx"
    choices = [c for c in pool if c not in _ALIKE.get(label[at].lower(), label[at].lower())]
    return label[:at] + _cased(str(rng.choice(choices)), label[at]) + label[at + 1 :]


def gibberish(label: str, rng: np.random.Generator) -> str:
    """Letters that make no word in place of the words of the label, as many as it has, at least five.

    Small letters but for the first, since capitals alone look like an acronym.
    """
    words = [len(word) for word in label.split()] or [5]
    if max(words) < 5:
        words = [5]
    made = " ".join("".join(rng.choice(list(_CONSONANTS), size=n).tolist()) for n in words)
    return _cased(made[0], label[:1]) + made[1:]


def _cased(letter: str, like: str) -> str:
    return letter.upper() if like.isupper() else letter


@lru_cache(maxsize=4096)
def siblings(label: str) -> tuple[str, ...]:
    """Labels of another thing of the same kind, the likeliest confusions first; none where no rule fits.

    One term of the curated rows is exchanged (whole words, in the same case), or else a Greek or Roman numeral or a
    final letter of a name, or else a number, by one to three.
    """
    for rule in (_by_row, _by_greek, _by_number, _by_roman, _by_letter):
        found = tuple(other for other in dict.fromkeys(rule(label)) if other != label)
        if found:
            return found
    return ()


def _rows() -> Iterator[list[str]]:
    for line in _ROWS.strip().splitlines():
        for row in line.split(";"):
            yield row.strip().split("|")


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for row in _rows():
        for term in row:
            table.setdefault(term.casefold(), []).extend(other for other in row if other != term)
    return table


_SIBLINGS = _table()
_TERM = re.compile(
    r"(?<!\w)(?:" + "|".join(re.escape(t) for t in sorted(_SIBLINGS, key=len, reverse=True)) + r")(?![\w⁺₂²])", re.I
)


def _by_row(label: str) -> Iterator[str]:
    # Longest first, so that "NADH" is not taken for "NAD", and a short everyday word is the last resort.
    for match in sorted(_TERM.finditer(label), key=lambda m: -len(m.group())):
        beside = (label[: match.start()] + label[match.end() :]).casefold()
        for other in (term for term in _SIBLINGS[match.group().casefold()] if term.casefold() not in beside):
            yield label[: match.start()] + _in_case_of(match.group(), other) + label[match.end() :]


def _in_case_of(term: str, other: str) -> str:
    """``other`` as ``term`` is written; names of things that have their own case keep it."""
    if " " in term and term.count(" ") == other.count(" "):
        return " ".join(map(_in_case_of, term.split(" "), other.split(" ")))
    if other != other.lower():
        return other
    if term.isupper() and len(term) > 1:
        return other.upper()
    return other[0].upper() + other[1:] if term[0].isupper() else other


def _by_greek(label: str) -> Iterator[str]:
    for at, char in enumerate(label):
        for letters in _GREEK:
            if char in letters:
                yield from (label[:at] + c + label[at + 1 :] for c in letters)
    yield from _exchanged(label, re.compile(rf"(?<![A-Za-z])(?:{_SPELT_GREEK})(?![A-Za-z])", re.I), _SPELT_GREEK)


def _by_roman(label: str) -> Iterator[str]:
    yield from _exchanged(label, re.compile(rf"(?<=[\s-])(?:{_ROMAN})\b"), _ROMAN)


def _exchanged(label: str, pattern: re.Pattern[str], row: str) -> Iterator[str]:
    """The label with each match exchanged for its neighbours in the row, the next one first."""
    terms = row.split("|")
    for match in pattern.finditer(label):
        at = terms.index(match.group() if match.group() in terms else match.group().casefold())
        for other in (*terms[at + 1 : at + 2], *terms[max(at - 1, 0) : at]):
            yield label[: match.start()] + _in_case_of(match.group(), other) + label[match.end() :]


def _by_number(label: str) -> Iterator[str]:
    """The last whole number, a little more and less; charges ("2+") and the digits of decimals are left alone."""
    for match in reversed(list(re.finditer(r"(?<![\d.,])\d{1,9}(?![\d.,]*\d)(?!\s*[+\u207a])", label))):
        number = match.group()
        for value in (int(number) + step for step in _STEPS):
            if value > 0:
                yield label[: match.start()] + str(value).zfill(len(number)) + label[match.end() :]


def _by_letter(label: str) -> Iterator[str]:
    """The single letter that is, or ends, a name, as in "Module A"."""
    match = re.search(r"(?:^|(?<=[\s_-]))[A-Za-z]$", label)
    if match:
        codes = (ord(match.group()) + step for step in _STEPS)
        yield from (label[: match.start()] + chr(c) for c in codes if chr(c).isascii() and chr(c).isalpha())


def plausible(labels: Collection[str], rng: np.random.Generator) -> str:
    """A label that could belong among these, but does not: a sibling of one of them, else a name of their kind."""
    taken = {label.casefold() for label in labels}
    asked = sorted(label for label in labels if len(label) > 3)
    asked = [asked[i] for i in rng.permutation(len(asked))[:_ASKED].tolist()]
    near = [s[0] for label in asked if (s := _fresh(siblings(label), taken))]
    if near:
        return str(rng.choice(near))
    symbols = sum(bool(re.fullmatch(r"[A-Z0-9-]{2,8}", label)) for label in labels)
    pool = _GENES if symbols * 2 > len(labels) else _PROCESS
    return str(rng.choice(_fresh(pool, taken) or [f"{pool[0]} 2"]))


def _fresh(found: Iterable[str], taken: set[str]) -> list[str]:
    return [label for label in found if label.casefold() not in taken]
