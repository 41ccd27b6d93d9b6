"""Nouns and adjectives of procedures and science, as text for ``lexicon``."""

__all__ = [
    "ADJECTIVES",
    "COMMON",
    "CONDITIONS",
    "MASS",
    "NOUNS",
    "OBJECTIVE",
    "PERSONS",
    "PREDICATES",
    "RELATIONAL",
    "UNCOUNTED",
]

NOUNS = """
physician doctor | illness disease | drug | medication | surgery | symptom | customer | client | supplier vendor |
employee | manager | applicant | student | teacher | lawyer attorney | buyer purchaser | seller | worker | user |
member | patient | nurse | citizen | judge | investor | solution | mixture | sample | specimen | error | fault |
defect | flaw | problem | goal | aim | task | job | product | goods merchandise | stock | inventory | warehouse |
depot | invoice | bill | price | fee | salary | contract | car automobile | picture | image | document | letter |
report | message | email | request | application | order | complaint | claim | payment | decision | approval |
review | reply | response | feedback | enquiry inquiry | signature | offer | proposal | plan | budget | result |
outcome | data | file | record | database | server | computer | network | password | account | tumour tumor |
blood | cell | water | air | soil | rain | rainfall | liquid | gas | heat | temperature | pressure | waste | fuel |
raw | material | tool | machine | equipment | part | component | shipment consignment | package | parcel |
delivery | lesson | class | exam examination | course | essay | paper | answer | question | topic | subject |
colour color | centre center | behaviour behavior
"""

ADJECTIVES = """
valid | complete | correct | incorrect wrong | available | urgent pressing | necessary required | final |
initial | new | old | empty | full | ready | faulty defective | damaged | broken | missing | high | low | large |
small | quick | rapid | slow | safe | secure | dangerous | hazardous | legal | lawful | illegal unlawful | stable |
unstable | positive | negative | eligible | sufficient | enough | adequate | insufficient | inadequate |
yearly annual | monthly | daily | pregnant | present | absent | approved | paid | open | closed
"""

PERSONS = """
physician doctor customer client supplier vendor employee manager applicant student teacher lawyer attorney buyer
purchaser seller worker user member patient nurse citizen judge investor child donor recipient witness author
reviewer candidate tenant borrower parent family
"""

PREDICATES = """
consistent clear reproducible plausible readable effective accessible clean conclusive acceptable intact undamaged
dry neutral realistic reachable current authentic convincing recent accurate representative viable unambiguous
sterile healthy homogeneous responsive feasible smooth tight satisfactory relevant fresh reliable error-free legible
favourable admissible identifiable specific compatible confluent active cold interpretable pure calm fit suitable
vigorous uniform ripe leak-tight genuine crack-free well-formed profitable durable informative leakage-free rate-
limited collision-free level gap-free passable noise-free productive hot supportive measurable meaningful anonymous
fair quiet quorate persistent sharp affordable sound public enforceable comparable exempt repeatable even
serviceable normal straight bright scale-free diagnostic due visible uncontaminated actionable reversible green
cost-efficient helpful good bad true free liable significant unlikely likely possible practical absolute vexatious
capable equal covered usable wet warm acid alkaline acceptable appropriate reasonable credible certain constant
critical operational functional correctable soluble insoluble toxic infectious fatal competent independent impartial
aware willing able mandatory compliant conform symptomatic malignant benign elevated abnormal acute chronic mild
severe excessive minor major unique consistent unused depressurised undisturbed unobstructed synchronised well-typed
dead alive busy idle mature immature heavy light thick thin wide narrow long short early late strong weak deep
shallow solvent insolvent bankrupt resistant sensitive expedient lasting right magnetic done founded arbitrary
"""
"""Adjectives that can end a question: Is the batch sterile?"""

MASS = """
nausea mobility sedation relief hygiene therapy evidence equipment software hardware advice knowledge work progress
traffic staff oxygen glucose pain anxiety sleep inflammation exercise smoking obesity stress alcohol salt sugar
stroke infection depression malnutrition thrombosis asthma sepsis migraine dementia delirium readmission corruption
trust motivation attention debt inflation unemployment consumption biomass sunlight rainfall humidity erosion
sediment carbon nitrogen phosphorus nitrate methane ozone electricity heat water air soil ice snow cholesterol
insulin calcium iron acid steam fuel gas oil steel cotton flour cocoa timber glass aluminium milk paper wool resin
cement dropout attendance tutoring teaching reading mathematics statistics economics ethics genetics geology asylum
compliance staffing funding training software throughput latency memory income wealth labour
"""
"""Nouns of which a rate, a risk or the like may be told without an article."""

OBJECTIVE = """
selection collection production removal degradation extraction purification isolation calibration installation
preparation deletion creation synthesis activation inhibition
"""
"""Nouns of actions whose modifier is what is acted on: jury selection is the selection of the jury."""

UNCOUNTED = """
nausea mobility sedation relief hygiene therapy anxiety inflammation sepsis calcium glucose insulin progress advice
compliance compensation consent
"""
"""Nouns that take no article after a verb."""

CONDITIONS = """
stroke infection depression malnutrition thrombosis asthma sepsis migraine dementia delirium readmission dropout
corruption inflation unemployment obesity erosion inflammation anxiety
"""
"""Nouns of what there may be a risk of."""

RELATIONAL = """
risk severity prevention awareness level rate concentration consumption uptake release transport breakdown quality
price cost growth loss volume pressure temperature purity stability density availability activation inhibition
production synthesis secretion expression absorption degradation reduction removal treatment supply demand onset
presence amount duration frequency deficiency excess excretion export import
"""
"""Nouns of something: a stroke risk is a risk of stroke."""

COMMON = """
motion broker act name phase item authority project importer government rule candidate company parliament court jury
judge page content hearing statement status unit compliance participant barley kiln mash lager backup degree
observation opinion referral mediation meeting service transition cardholder card merchant award chloride hydroxide
carbonate manuscript editorial similarity reviewer council conciliation developer artefact patent centre producer
consumer scoping baseline assessment consultation expert carrier document security controller duty muscle
transaction income balance person particular deployment notice endpoint proxy universal committee royal toxicity
formulation programme purpose bias form scale standard envelope capsid integration genome provirus assembly budding
mixture board trading plaintiff clerk default defendant branch commit school examination telephone detention
indictment opening defence verdict sentence precursor indicator performance kernel emergency policyholder workshop
claimant appellate respondent compensation arbitrator complainant researcher phage protein host tail drawing
induction team surgeon anaesthetist antibiotic skin instrument investor depository share trade server browser
scheduler leader follower president minister chamber house senate editor author applicant bank issuer tenant
landlord regulator inspector supervisor officer operator agency laboratory hospital ward department faculty teacher
tutor pupil parent costs results fees payment goals receptor enzyme hormone ligand membrane nerve signal vesicle
virus bacterium cell plant animal river lake ocean glacier storm drought flood fire volcano magma crust scheme
program construct crystal
"""
"""Nouns that are no names where a label begins with them."""
