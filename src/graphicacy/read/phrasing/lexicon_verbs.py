"""Verbs of procedures and science, as text for ``lexicon``: classes, verbs that are nouns too, and with particles."""

__all__ = ["ACTING", "CLASSES", "NOUNS_TOO", "WITH_PARTICLE"]

CLASSES = """
check verify=verification | examine=examination inspect=inspection | analyse=analysis analyze
assess=assessment evaluate=evaluation | review=review | start | begin | launch=launch | initiate=initiation
stop halt | finish | end | complete=completion | send=sending dispatch=dispatch | ship=shipment | deliver=delivery
receive=receipt | obtain | acquire=acquisition | collect=collection gather=gathering
choose=choice select=selection | pick | make | produce=production | manufacture=manufacture | fabricate=fabrication
create=creation | build | construct=construction | assemble=assembly | design | develop=development | repair=repair
fix | mend | correct=correction | rectify=rectification | improve=improvement | refine=refinement
optimise=optimisation optimize=optimization | change | alter=alteration | modify=modification | adjust=adjustment
adapt=adaptation | update=update | upgrade=upgrade | replace=replacement | substitute=substitution
exchange=exchange | swap | remove=removal | delete=deletion erase=erasure | discard | dispose=disposal | add=addition
insert=insertion | append | attach=attachment | join | connect=connection | disconnect=disconnection
combine=combination | merge | mix=mixing blend=blending | stir agitate=agitation | separate=separation | split
divide=division | cut | slice | measure=measurement | weigh | count | calculate=calculation compute=computation
estimate=estimation | determine=determination | identify=identification | detect=detection | find | locate
search | compare=comparison | match | classify=classification categorise=categorisation categorize=categorization
sort | rank | prioritise=prioritisation prioritize=prioritization | filter | validate=validation | test
confirm=confirmation | approve=approval | authorise=authorisation authorize=authorization | accept=acceptance
reject=rejection | refuse=refusal decline | cancel=cancellation | suspend=suspension | resume=resumption
continue=continuation | repeat=repetition | retry | record | register=registration | log | document
report | publish=publication | release=release | issue | print | write | draft | read | sign | submit=submission
file | request | order | buy purchase=purchase | sell=sale | pay=payment | invoice | charge | refund
transfer=transfer | move | transport=transport | carry | import | export | store=storage | save | archive=archiving
retrieve=retrieval fetch | load | unload | pack | package | label | open | close | lock | unlock | seal
clean=cleaning | wash | rinse | dry | heat=heating | warm | cool=cooling | chill | freeze | melt | boil
evaporate=evaporation | condense=condensation | distil=distillation distill | dissolve=dissolution | dilute=dilution
concentrate | crystallise=crystallisation crystallize=crystallization | precipitate | filtrate | extract=extraction
purify=purification | isolate=isolation | synthesise=synthesis synthesize | oxidise=oxidation oxidize
reduce=reduction | hydrolyse=hydrolysis hydrolyze | neutralise=neutralisation neutralize=neutralization
ferment=fermentation | sterilise=sterilisation sterilize=sterilization | disinfect=disinfection
incubate=incubation | centrifuge | stain | amplify=amplification | sequence | transcribe=transcription
translate=translation | replicate=replication | absorb=absorption | secrete=secretion | bind | activate=activation
inhibit=inhibition | suppress=suppression | stimulate=stimulation | block | phosphorylate=phosphorylation
degrade=degradation | digest=digestion | diagnose=diagnosis | treat=treatment | admit=admission
discharge=discharge | refer=referral | prescribe=prescription | administer=administration | inject=injection
vaccinate=vaccination | monitor=monitoring | observe=observation | screen | interview | consult=consultation
inform notify=notification | tell | warn | alert | ask | answer | reply respond | contact | call | invite=invitation
remind | discuss=discussion | negotiate=negotiation | agree | decide | plan | schedule=scheduling
prepare=preparation | arrange | organise organize | assign=assignment
allocate=allocation | appoint=appointment | hire recruit=recruitment | train | teach | grade | define=definition
specify | describe | explain=explanation | summarise summarize | investigate=investigation
explore=exploration | clarify=clarification | resolve=resolution | solve=solution | escalate=escalation | handle
process | execute=execution | run | perform | apply=application | use | implement=implementation
install=installation | configure=configuration | deploy=deployment | compile=compilation | parse | encode | decode
encrypt=encryption | decrypt=decryption | compress=compression | decompress=decompression
authenticate=authentication | generate=generation | initialise=initialisation initialize=initialization | restart
reset | restore=restoration | recover=recovery | back | copy | duplicate=duplication | transmit=transmission
broadcast | route | forward | enter | leave | enable | disable | increase | raise | decrease | lower
maintain=maintenance | keep retain=retention | protect=protection | audit | certify=certification | license
enforce=enforcement | appeal | sue | dismiss=dismissal | grant | revoke=revocation | deny=denial
withdraw=withdrawal | deposit | invest=investment | borrow | lend | settle=settlement | reconcile=reconciliation
forecast | budget | recycle=recycling | drain | fill | empty | drill | weld | solder | polish | paint | mould mold
cast | forge | grind | crush | mill | roll | press | bend | harvest | declare=declaration | set | form=formation
conduct | supply | put | scrap | rate | take | anneal | return=return | post | revise=revision | pass | credit
establish=establishment | communicate=communication | hold | announce=announcement | strip | etch | follow | prove
switch | score | mount | lyse=lysis | denature | pipette | scratch | colour | undo | query | refresh
compose | place | spread | stress | learn | advise | present=presentation | reimburse=reimbursement
understand | extend=extension | attend | accumulate=accumulation | clear | postpone=postponement
subtract=subtraction | download | exclude=exclusion | conclude=conclusion | state | introduce=introduction
instruct | consider=consideration | circulate=circulation | adopt=adoption | steep | aerate=aeration | crop
expose=exposure | implant=implantation | grow | bond | encapsulate=encapsulation | draw | lift | eject=ejection
turn | break | harden | pour | reclaim | expand=expansion | promote=promotion | acknowledge=acknowledgement
convene | kill | track | push | cache | serve | provide=provision | offer | propose | express | show
display | highlight | map | model | simulate=simulation | visualise=visualisation visualize | predict=prediction
interpret=interpretation | infer | aggregate=aggregation | normalise=normalisation normalize=normalization
align=alignment | calibrate=calibration | rotate=rotation | trim | fold | unfold | wrap | ventilate=ventilation
intubate=intubation | palpate=palpation | rehydrate=rehydration | transfuse=transfusion | escort | allow
prevent=prevention | ensure | secure | quantify=quantification | rework | dismantle disassemble | hand | sample
elect=election | vote | ratify=ratification | amend=amendment | debate | scan | deduct=deduction | plant
irrigate=irrigation | fertilise=fertilisation fertilize=fertilization
annotate | photograph | dictate=dictation | proofread | greet | triage | undress | trend
justify=justification | countersign | relabel | bag | give | delay | witness | chart | position | drape | mark
recheck | notice | courier | culture | relax=relaxation | outline | share | flush | scout | visit | bait | tally
preserve=preservation | thaw | plate | restreak | bank | feed | time | gate | plot | resuspend=resuspension | spin
decant | equilibrate=equilibration | elute=elution | regenerate=regeneration | approach | net | cover | crate
sedate=sedation | ring | house | enlarge=enlargement | sow | emasculate=emasculation | pollinate=pollination | tag
germinate=germination | water | thin | weed | tabulate=tabulation | cost | degas | quench | decolourise | overlay
acidify=acidification | spike | zero | pause | quarantine | preheat | vent | pressurise=pressurisation | palletise
disperse | tint | strain | coat | cure | soak | book | brief | trial | guard | stack | rest | number | fit | relay
rerun | staff | patrol | reinforce=reinforcement | backfill | survey | tender | tune | sketch | lease | level | wire
ground | commission | flag | homogenise=homogenisation | format | upload | mirror | retire=retirement | gauge
profile | meter | dose | skim | rake | desludge | bypass | pinpoint | relieve | recall | anchor | widen
stabilise=stabilisation | seed | fence | walk | image | shoot | invert=inversion | spud | site | case | flow
desugar | unify=unification | rewrite | simplify=simplification | eliminate=elimination | emit=emission | link | pin
prefetch | probe | spill | truncate=truncation | replay | deduplicate=deduplication | balance | version
derive=derivation | scale | impute=imputation | checkpoint | prune | timestamp | buffer | drop | redirect | prefer
queue | shape | retransmit=retransmission | discover=discovery | throttle | segment | hash | rerank | render
capture=capture | undistort | fuse | smooth | commit | replan | limit | correlate=correlation | silence | watch
revert | shard | challenge | benchmark | resize | quote | renew=renewal | rack | patch | decommission
reproduce=reproduction | trace | list | backport | stage | word | embargo | snapshot | catalogue | reopen
rehearse=rehearsal | supervise=supervision | try | retest | clamp | rough | deburr | mask | spray | bake | pull
populate | reflow | flash | exercise | code | reweigh | refit | shortlist | scarf | descale | centre | edge | shear
coil | uncoil | pickle | temper | oil | band | stamp | await | reason | bundle | disclose=disclosure
adjourn=adjournment | pronounce | minute | note | proof | gazette | index | narrow | price | override | accrue
reverse=reversal | restate=restatement | enrich=enrichment | margin | guarantee | novate=novation | chase
discount | question | study | moderate | shelve | illustrate | caption | air | anonymise=anonymisation
total | pilot | timetable | lead | value | reserve | flatten | rebind | box | light | reshoot | crosscheck
peerreview | flashfreeze | doublebag | secondmark | rightsize | prematch | abort | shake | ignore | mention
complain | recognise=recognition recognize | persist | engross | enrol=enrolment | rebase | inoculate=inoculation
contain=containment | blow | achieve=achievement | terminate=termination | nominate=nomination | abandon=abandonment
excise=excision | exploit=exploitation | uphold | exceed | waive | award | evacuate=evacuation | rescue
demonstrate=demonstration | demolish=demolition | cultivate=cultivation | hydrate=hydration | dehydrate=dehydration
recrystallise=recrystallisation | recalculate=recalculation | reassess=reassessment | reconsider=reconsideration
resubmit=resubmission | reassign=reassignment | cleave=cleavage | transplant=transplantation | destroy=destruction
construe | exempt=exemption | upsert | commence | rebuild | reconfigure=reconfiguration | reinstall | recompute
stand | throw | tear | wind | bring | work | point | pump | wait | speak | hear | look | become
name | judge | honour | mash | contest | overcome | reach | assist | hide | plead
"""
"""Between two bars: verbs that say the same of any object, best known first, each with the noun of its action."""

NOUNS_TOO = """
update upgrade invoice repeat mould mold clear download steep scratch solder pipette digest express exempt
transplant isolate register construct estimate reject buy sell sign join save decline rework look reach hide prove
hydrate contact aggregate name judge honour mash test review report order record request sample design plan process
control transport supply filter charge claim contract deposit transfer release issue log store file audit monitor
signal trade answer call exchange export import access load heat mix wash cut copy print draft search sort rank
match count change start stop launch ship run use train grade question sequence stain screen bind block route
forward reset input output budget forecast cast mill roll press plant lock seal label package pack paint schedule
purchase return interview repair cool dry clean empty open close level complete dispatch harvest split drill alert
move fix produce refuse refund drain fill handle pick warm slice present separate duplicate correct concentrate
precipitate graduate filtrate cancel appeal grant license archive link lower raise rinse boil melt freeze freezing
reply discharge hire back leave end finish form set put scrap rate take post pass credit hold strip switch score
mount colour query place spread stress state crop bond draw lift turn break pour reclaim track push cache offer show
display highlight map model fold wrap secure hand vote debate scan value project escort broadcast swap blend halt
document polish weld forge grind crush bend trim alter photograph trend bag delay witness chart position mark notice
courier culture outline share flush scout visit bait tally bank feed time gate plot spin approach net cover crate
ring house sow tag water thin weed cost quench spike zero pause quarantine vent tint strain coat cure soak book
brief trial guard stack rest number fit relay patrol staff survey tender tune sketch lease wire ground commission
flag format mirror gauge profile meter dose rake bypass anchor seed fence walk image shoot site case flow pin probe
spill balance version scale checkpoint prune buffer drop queue shape throttle segment hash capture fuse smooth
commit limit silence watch shard challenge benchmark quote rack patch trace list stage word embargo snapshot
catalogue try clamp rough mask spray bake pull flash exercise code scarf centre edge shear coil pickle temper oil
band stamp reason bundle minute note proof index narrow price override reverse comment margin guarantee chase
discount study moderate caption air total pilot timetable lead reserve box light shake mention blow award rescue
exploit abort triage upload recall overlay thaw plate redirect timestamp gazette retest rerun replay rewrite
shortlist stand tear wind work point pump
"""
"""Verbs that are nouns or adjectives as well, where no article says which: Test results, Clean water."""

WITH_PARTICLE = """
break open | hand over | hand off | hand out | hand back | map out | wipe down | wash out | prick out | pot on
lay out | weigh out | weigh in | cool down | log in | shut down | shut in | sign off | heat up | fill off | fill in
fill out | let down | block off | screen off | scoop up | write up | write down | write off | set up | set aside
stand down | stake out | start up | mix in | size up | scout out | mop up | open up | warm up | look up | smooth out
narrow down | rule out | check out | close out | power up | lock out | black out | buy in | carry out | follow up
turn on | turn off | switch on | switch off | back up | draw up | take off | take out | take down | put on
send out | send back | scale up | scale down | roll out | roll back | clean up | cut off | cut out | dry out
filter out | find out | give back | hold back | lift off | pick up | point out | pull out | pump out | read out
sort out | split off | strain off | tear down | throw away | wash off | weed out | wind down | wind up | work out
bring in | call off | pass on | spin down | spin up | vote on | act on | consult on | deliberate on | invite to
"""
"""Verbs that have an object, and a passive, together with the word that follows them."""

ACTING = """
accept add adopt affirm agree allow apply appoint approve arrive arise ask assess assign begin become calculate
choose clarify collect commence compute conclude confirm consider contain convene create deactivate decide declare
decline define delete deliver deny describe detach detect determine disappear discover dismiss dissolve divide
encrypt enter establish evaluate examine exceed expire explain fail find generate give happen identify inform
inhibit inspect install investigate invite join keep lapse leave learn lose make merge migrate modify negotiate
notify obtain occur prepare prove provide publish reach receive recommend reconsider recover refuse
reject relax remain remove replace represent resign respond resume retrieve secrete select send settle
shorten submit succeed suspend take tell terminate transmit uncover uphold validate verify withdraw
"""
"""Verbs whose form in -s is no plural where a subject stands before it: The server accepts the ticket."""
