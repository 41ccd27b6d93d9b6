"""Words of procedures and science that say the same: classes of synonyms, written for labels of diagrams.

Between two bars is a class of words that can stand for each other as the first verb, the noun or the adjective of a
label, best known first; words that only sometimes agree (weight and mass, accept and approve) are in different classes.
``verb=noun`` gives the noun of an action. Irregular forms are in ``inflect``.
"""

from __future__ import annotations

from graphicacy.read.phrasing.text import listed

__all__ = ["ADJECTIVES", "NOUNS", "PERSONS", "VERBS"]

_VERBS = """
check=check verify=verification | examine=examination inspect=inspection | analyse=analysis analyze
assess=assessment evaluate=evaluation | review=review | start begin | launch=launch | initiate=initiation
stop halt | finish end | complete=completion | send=sending dispatch=dispatch | ship=shipment | deliver=delivery
receive=receipt | obtain | acquire=acquisition | collect=collection gather=gathering
choose=choice select=selection | pick | make | produce=production
manufacture=manufacture fabricate=fabrication | create=creation | build | construct=construction
assemble=assembly | design=design | develop=development | repair=repair fix mend | correct=correction
rectify=rectification | improve=improvement | refine=refinement | optimise=optimisation optimize=optimization
change alter=alteration | modify=modification | adjust=adjustment | adapt=adaptation | update=update
upgrade=upgrade | replace=replacement | substitute=substitution | exchange=exchange swap | remove=removal
delete=deletion erase=erasure | discard | dispose=disposal | add=addition | insert=insertion | append
attach=attachment | join | connect=connection | disconnect=disconnection | combine=combination | merge
mix=mixing blend=blending | stir agitate=agitation | separate=separation | split | divide=division | cut | slice
measure=measurement | weigh | count | calculate=calculation compute=computation | estimate=estimation
determine=determination | identify=identification | detect=detection | find | locate=location | search
compare=comparison | match | classify=classification | sort | rank
prioritise=prioritisation prioritize=prioritization | filter | validate=validation | test=test
confirm=confirmation | approve=approval | authorise=authorisation authorize=authorization | accept=acceptance
reject=rejection | refuse=refusal decline | cancel=cancellation | suspend=suspension | resume=resumption
continue=continuation | repeat=repetition | retry | record=recording | register=registration | log
document=documentation | report | publish=publication | release=release | issue | print | write | draft | read
sign | submit=submission | file | request=request | order | buy purchase=purchase | sell=sale | pay=payment
invoice | charge | refund | transfer=transfer | move | transport=transport | carry | import | export
store=storage | save | archive=archiving | retrieve=retrieval fetch | load | unload | pack package | label
open | close | lock | unlock | seal | clean=cleaning | wash | rinse | dry | heat=heating | warm | cool=cooling
chill | freeze | melt | boil | evaporate=evaporation | condense=condensation | distil=distillation distill
dissolve=dissolution | dilute=dilution | concentrate | crystallise=crystallisation crystallize=crystallization
precipitate | filtrate | extract=extraction | purify=purification | isolate=isolation
synthesise=synthesis synthesize | oxidise=oxidation oxidize | reduce=reduction | hydrolyse=hydrolysis hydrolyze
neutralise=neutralisation neutralize=neutralization | ferment=fermentation
sterilise=sterilisation sterilize=sterilization | disinfect=disinfection | incubate=incubation | centrifuge
stain | amplify=amplification | sequence | transcribe=transcription | translate=translation
replicate=replication | absorb=absorption | secrete=secretion | bind | activate=activation | inhibit=inhibition
suppress=suppression | stimulate=stimulation | block | phosphorylate=phosphorylation | degrade=degradation
digest=digestion | diagnose=diagnosis | treat=treatment | admit=admission | discharge=discharge | refer=referral
prescribe=prescription | administer=administration | inject=injection | vaccinate=vaccination
monitor=monitoring | observe=observation | screen | interview | consult=consultation
inform notify=notification | tell | warn alert | ask | answer | reply respond | contact | call
invite=invitation | remind | discuss=discussion | negotiate=negotiation | agree | decide | plan
schedule=scheduling | prepare=preparation | arrange=arrangement | organise=organisation organize=organization
assign=assignment allocate=allocation | appoint=appointment | hire recruit=recruitment | train | teach | grade
define=definition | specify=specification | describe=description | explain=explanation | summarise summarize
investigate=investigation | explore=exploration | clarify=clarification | resolve=resolution | solve=solution
escalate=escalation | handle | process | execute=execution | run | perform | apply=application | use
implement=implementation | install=installation | configure=configuration | deploy=deployment
compile=compilation | parse | encode | decode | encrypt=encryption | decrypt=decryption | compress=compression
decompress=decompression | authenticate=authentication | generate=generation
initialise=initialisation initialize=initialization | restart | reset | restore=restoration | recover=recovery
back | copy duplicate=duplication | transmit=transmission | broadcast | route | forward | enter | leave | enable
disable | increase raise | decrease lower | maintain=maintenance | keep retain=retention | protect=protection
audit | certify=certification | license | enforce=enforcement | appeal | sue | dismiss=dismissal | grant
revoke=revocation | deny=denial | withdraw=withdrawal | deposit | invest=investment | borrow | lend
settle=settlement | reconcile=reconciliation | forecast | budget | recycle=recycling | drain | fill | empty
drill | weld | solder | polish | paint | mould mold | cast | forge | grind | crush | mill | roll | press | bend
harvest | declare=declaration | set | form=formation | conduct | supply | put | scrap | rate | take | anneal
return=return | post | revise=revision | pass | credit | establish=establishment | communicate=communication
hold | announce=announcement | strip | etch | follow | prove | switch | score | mount | lyse=lysis | denature
pipette | scratch | colour | undo | query | refresh | compose=composition | place | spread | stress | learn
advise | present=presentation | reimburse=reimbursement | understand | extend=extension | attend
accumulate=accumulation | clear | postpone=postponement | subtract=subtraction | download | exclude=exclusion
conclude=conclusion | state | introduce=introduction | instruct | consider=consideration | circulate=circulation
adopt=adoption | steep | aerate=aeration | crop | expose=exposure | implant=implantation | grow | bond
encapsulate=encapsulation | draw | lift | eject=ejection | turn | break | harden | pour | reclaim
expand=expansion | promote=promotion | acknowledge=acknowledgement | convene | kill | track | push | cache
serve | provide=provision | offer | propose=proposal | express | show | display | highlight | map | model
simulate=simulation | visualise=visualisation visualize | predict=prediction | interpret=interpretation | infer
aggregate=aggregation | normalise=normalisation normalize=normalization | align=alignment
calibrate=calibration | rotate=rotation | trim | fold | unfold | wrap | ventilate=ventilation
intubate=intubation | palpate=palpation | rehydrate=rehydration | transfuse=transfusion | escort | allow
prevent=prevention | ensure | secure | quantify=quantification | rework | dismantle | hand | sample
elect=election | vote | ratify=ratification | amend=amendment | debate | scan | deduct=deduction | plant
irrigate=irrigation | fertilise=fertilisation fertilize=fertilization
""".strip()

_NOUNS = """
physician doctor | illness disease | drug | medication | surgery | symptom | customer | client | supplier vendor
employee | manager | applicant | student | teacher | lawyer attorney | buyer purchaser | seller | worker | user
member | patient | nurse | citizen | judge | investor | solution | mixture | sample specimen | error | fault
defect flaw | problem | goal aim | task | job | product | goods merchandise | stock | inventory
warehouse depot | invoice | bill | price | fee | salary | contract | car automobile | picture image | document
letter | report | message | email | request | application | order | complaint | claim | payment | decision
approval | review | reply | response | feedback | enquiry inquiry | signature | offer | proposal | plan | budget
result outcome | data | file | record | database | server | computer | network | password | account
tumour tumor | blood | cell | water | air | soil | rain rainfall | liquid | gas | heat | temperature | pressure
waste | fuel | raw | material | tool | machine | equipment | part | component | shipment consignment | package
parcel | delivery | lesson | class | exam examination | course | essay | paper | answer | question
topic subject | colour color | centre center | behaviour behavior
""".strip()

_ADJECTIVES = """
valid | complete | correct | incorrect wrong | available | urgent pressing | necessary required | final
initial | new | old | empty | full | ready | faulty defective | damaged | broken | missing | high | low | large
small | quick | rapid | slow | safe | secure | dangerous hazardous | legal lawful | illegal unlawful | stable
unstable | positive | negative | eligible | sufficient enough adequate | insufficient inadequate | yearly annual
monthly | daily | pregnant | present | absent | approved | paid | open | closed
""".strip()

PERSONS = listed(
    "physician doctor customer client supplier vendor employee manager applicant student teacher lawyer attorney"
    " buyer purchaser seller worker user member patient nurse citizen judge investor"
)
"""Nouns of people: a complaint of theirs is one that they make."""


def _classes(text: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    found = []
    for line in text.strip().replace("\n", "|").split("|"):
        pairs = [(word, noun) for word, _, noun in (item.partition("=") for item in line.split())]
        found.append(tuple(pairs))
    return tuple(found)


VERBS = _classes(_VERBS)
"""Classes of verbs, each with the noun of its action or an empty text."""
NOUNS = tuple(tuple(w for w, _ in c) for c in _classes(_NOUNS))
ADJECTIVES = tuple(tuple(w for w, _ in c) for c in _classes(_ADJECTIVES))
