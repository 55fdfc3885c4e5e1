"""Words that people say for one another: a table of verbs, and words that say nothing of a game.

Data alone. What a line says by one of these words in place of a verb's own is played only where all
its other words have a part in the same order, and it names what that order is about; else it is
offered. A group is for the verbs of every game: the first words are names of verbs, the others what
people write for them.
"""


def word_set(words: str) -> frozenset[str]:
    """Words between blanks, as a set."""
    return frozenset(words.split())


PLEASE = word_set("please pls plz")

ALIKE = """
use activate apply employ trigger wield play cast exercise utilise utilize deploy invoke unleash
    consume open fill expend spend operate equip don wear wave swing toss throw hurl fling chuck lob
    brandish swig chug gulp sip quaff drain pop crack light ignite detonate press push pull spin
    flip turn switch ride drive blow toot ring strum read consult peek slam aim point shoot blast
    zap release drop smash pour sprinkle rub burn whip put place slip strap hoist raise install
    attach eat drink munch devour gobble wolf guzzle slurp nibble bite taste swallow crank launch
    engage sound squeeze wheel bust break lift flash produce expose unfold unroll uncork unwrap
    unpack sacrifice redeem cash blare smoke chew squirt spray kick fiddle tinker fetch set feed
    down inhale scarf wake stir rouse,
buy purchase acquire get order take obtain procure grab shop pick pay want need spend fetch snag
    collect secure invest treat score,
sell flog hawk vend unload peddle market offload dispose trade shift deliver bring cash,
give hand donate gift pass send grant transfer pay slip lend award bestow present offer toss deliver
    contribute share wire tip treat,
take grab collect pick fetch pull draw get claim receive retrieve obtain snatch pocket gather scoop
    lift accept dig fish scrape choose,
leave quit exit depart retire resign go bow drop bail abandon step vanish disappear retreat stop
    cease forfeit withdraw out done farewell goodbye bye,
enter join participate play register sign enrol enroll enlist subscribe arrive hop jump step become
    count add include start begin,
resign relinquish abdicate retire quit renounce surrender vacate leave step stand give lay hand drop
    abandon stop,
move go walk travel step run march stroll advance proceed head journey wander hop ride roll drive
    slide saunter trudge sprint dash jog stride amble skip jump leap climb crawl creep hike trot
    wade shuffle tiptoe roam continue turn sneak hurry rush dance land throw race cruise progress
    stomp,
fight battle attack combat hit strike punch swing resist box brawl duel struggle wrestle slug beat
    clobber assault kick bash smack confront take square raise throw,
challenge duel fight dare defy provoke face confront call attack,
eat devour munch consume swallow gobble feast dine wolf scarf snack nibble chew taste bite slurp
    down finish have lunch sup swig enjoy tuck,
drink sip gulp quaff swig down chug,
rest sleep nap relax snooze doze recover recuperate lie sit lounge chill pause break camp recharge
    laze heal retire,
build construct erect place put set raise assemble plonk plant plop settle install found lay drop
    move use,
plant sow put propagate seed bury grow cultivate root place set insert stick tuck start,
propagate plant sow seed grow cultivate put place multiply spread bury insert start,
hydrate water irrigate moisten sprinkle drench soak douse wet spray shower refresh tend pour,
harvest reap gather pick pluck rip collect crop pull uproot cut take dig clear remove empty tear,
mine dig quarry excavate delve pickaxe hew tunnel drill hack chip hammer swing descend scrape hit,
forage gather scavenge search rummage comb scour look hunt collect pick herb pluck wander glean,
search look rummage seek hunt comb,
explore scout discover uncover venture chart map reveal survey wander cross expand extend push step
    find roam trek probe,
hike walk trek wander ramble climb stroll tramp roam discover find found explore name journey travel
    scout hit,
observe watch peek look gaze view spy study peer inspect examine eye glimpse stare check see survey
    scan glance contemplate behold measure,
alchemy brew distil distill cook mix concoct transmute boil stir make bubble ferment react potion
    create,
beat combine fuse forge merge make create assemble craft mix pump unite bind join press hammer,
befriend tame win woo charm feed coax cuddle pet adopt approach lure greet bond stroke coo make hold
    whistle offer crumb,
instruct send order command tell dispatch direct train let teach ask call make have set bid release
    fly go fetch whistle,
synthesise synthesize make build create craft add construct install produce assemble fashion mould
    mold shape fire throw form get expand,
acquire take collect draw get gather scrape obtain extract harvest drain fetch procure siphon bleed
    tap drip bottle,
steal rob snatch loot swipe plunder mug pickpocket fleece nick pilfer,
rob steal snatch loot swipe plunder mug pickpocket fleece pinch nick hold burgle take relieve shake
    lighten raid lift,
throw toss hurl fling chuck,
kick expel evict oust remove eject throw banish boot exile toss chuck drive cast fire get show send
    exclude ban drop strike,
destroy smash break shatter crush,
shatter smash break crush destroy burn crack split sacrifice grind pulverise pulverize hammer drop
    blow splinter crumble bust explode demolish snap stomp turn trade convert sunder wreck,
forge hammer smelt weld craft make create fuse smith cast melt merge convert turn combine press form
    beat heat,
make create craft brew prepare assemble forge hammer,
cook boil fry prepare make stew simmer bake roast stir brew fix whip grill throw put serve toss,
end finish conclude complete close pass done over terminate wrap stop call finalise finalize skip
    yield rest,
start begin commence initiate open launch kick organise organize host hold throw summon convene set
    found instigate call announce declare,
complete finish conclude finalise finalize end close wrap perform fulfil fulfill execute carry
    accomplish seal,
store stash deposit put stow bank save place drop lock dump keep shelve bring haul add drag pack
    pile throw deliver toss carry lodge,
withdraw retrieve remove take fetch get pull draw collect grab reclaim recover extract need borrow
    help bring,
deposit bank save put store stash pay add place leave lock give drop bring lodge invest,
donate give contribute pay chip gift add put bring pour,
contribute add give chip put throw offer donate pay supply provide pitch toss bring place lay pour
    deliver drop have spare pledge,
transfer take move draw withdraw pull get remove pay fetch,
pay spend cough hand fork give buy drop shell settle slip,
bribe pay grease slip buy corrupt hand offer pass fork tip give press,
admit confess own plead accept acknowledge concede surrender blame fault guilty guilt mea culpa hold
    come,
gamble bet wager stake risk flip chance roll luck casino double play try throw put,
propose suggest submit table introduce file move put draft offer present bring,
claim occupy found settle establish name take create plant call declare proclaim raise build start
    christen,
accept approve agree take consent deal shake yes ok agreed welcome receive grab confirm done
    approved gladly sign,
decline deny reject refuse no pass spurn turn rebuff dismiss skip nope nah nay,
deny decline reject refuse turn rebuff dismiss spurn no block bar shut exclude,
approve accept admit welcome take let allow grant endorse confirm greenlight ok yes finalise
    finalize send advance promote pass okay forward ready,
hold keep delay postpone defer park wait retain pause linger stay,
cancel withdraw revoke retract abort rescind scrap drop void annul nix pull kill undo call recall
    remove end delete take forget close scratch,
retract withdraw revoke cancel rescind scrap drop pull remove delete kill axe bin ditch shelve nix
    take recall abandon scratch undo void forget end trash,
ping poke nudge wake remind prod rouse notify alert call shake tag summon bother jab tap tell shout
    hail rattle kick buzz hit,
escape flee break bust run try leave jailbreak breakout roll out free dig tunnel slip bolt,
rejoin return come back reenter join play escape revive,
apply request petition ask seek join want become beg move,
swap exchange trade barter switch offer tender sell,
trade swap exchange barter switch offer tender sell give deal propose,
judge rule decide,
repair fix mend,
copy duplicate,
answer rule judge decide reply respond resolve find settle hold,
overturn reverse overrule revise change revoke annul amend correct replace undo,
fish catch angle trawl cast net hook reel bait line drop dip throw hang,
hunt chase,
sing hum chant croon carol,
brew mix distil concoct cook boil make,
sail steer navigate voyage cruise go travel head move journey set row cross float boat ship course,
move sail travel,
beam zap target aim point fire shine direct shoot focus laser ray train turn,
add contribute,
support endorse back champion favour favor vote like want elect nominate second love root trust yes
    good,
oppose reject resist against block veto dislike refuse no bad distrust,
return rejoin,
best beat,
steamroll flatten crush squash take steal grab rob swipe snatch loot plunder run roll plough plow
    bulldoze seize confiscate relieve,
bring take drag pull haul carry tow let invite transport move ferry fetch have come tug hitch ride
    lead,
macgyver combine merge fuse craft tinker build make bolt stick glue tape mix weld cobble put slap
    attach join jam assemble jury rig knit tie strap bind turn smoosh smash mash cram hack,
combo match treat share same pair claim cash celebrate,
disco spin turn dance twirl mirrorball boogie groove,
object protest complain refuse veto contest oppose dispute resist stop deny appeal,
confidence challenge contest appeal dispute question doubt poll,
assent agree consent support join vote sign back second,
choose pick take select opt go want prefer say target answer decide settle elect get,
help explain list show tell
"""

COMMON = """
    some more you her his in into about it on out over off good bad big hard fun luck love happy
    game way work works things free mind past life fine nice next look looks hang road feel its us
    there piece feels what where who all so ever every they he she him your their old great little
    long high low small large last other same right wrong left best better worst most much many any
    each back home world people man men woman days night night's morning evening year times moment
    place part end side head heart hand hands eye eyes face mouth feet foot arm arms leg legs house
    door floor wall room table street city sky sun moon star stars fire air earth sea wind rain snow
    tree stone rock grass river light dark dream dreams sleep wake thought thoughts idea ideas word
    words name story king queen friend friends enemy enemies god gods hell heaven death dead alive
    live living age money thing stuff lot lots kind sort case point fact reason matter taken give
    given set went come comes came see saw seen know knew think says tell told ask find found keep
    kept run ran turn turned call called try tried need needs wants felt become leave stay wait help
    show play hear move open close stop begin bring hold stand sit fall rise grow would can could
    may might must should totally normal actual real very even still well yet quite rather almost
    enough hot cold warm cool red blue green white black young early late easy full empty clean
    dirty rich poor strong weak deep wide short tall fat silly crazy sweet sad glad proud brave bold
    quiet loud fast slow ready busy lucky player players item items space spaces square card type
    rule rules town community ritual number anyway everything anyone something someone anything
"""
"""Further words that name nothing by themselves, though they may be of a thing's name."""

GREETINGS = """
    hi, hello, hey, heya, hiya, greetings, good morning|evening|afternoon, dear, thanks, thank you,
    sorry, ok, okay, bye, goodbye, cheers, no thanks, yes, officer
"""
BEFORE = """
    alright, right, well, and, so, then, now, also, next, first, second, finally, lastly, meanwhile,
    anyway, please, pls, plz, hi|hello|hey|dear|bye all, hi|hello|hey|bye everyone, hi|hello folks,
    hello|hi|hey there, yay, cool, great, nice, sure, oh, ah, hmm, hm, no thank you, for|on|it's|its
    my turn, this phase|week|turn, today, my action|order|turn|move|friends, here's, here is|goes,
    as judge|leader, as the|sole|your judge, action, order, here we go, time to, edit, as|for my
    move, as a move, it is my turn, ugh, phew, wow, btw, fyi, fine, yeah, yep, oops, whoops, lol,
    haha, hehe, muahaha, yum, hooray, hey|dear bot, bot, let's do it, oi, yo, kindly, in its place,
    hang|hold on, wait, hear ye, one thing first, first of all, while i'm here, wish me luck,
    fingers crossed, why not, tbh, imo, personally, honestly, friends, folks, team, as the sole
    judge, after|with that, afterwards, plus, i'm|im|i am new|back here, i'm|im new|back here
"""
SPEAKING = """
    i, i'm, im, i am|will|shall|want|have|must|get|say, i'll, ill, i'd|id|would like to, i'd
    like|gladly, i would like|gladly, i would|should like to, i
    want|need|have|choose|elect|vote|move to, i would love to, i'd love to, would love|like to, i've
    decided to, i have decided to, i've, choose, i'm trying to, i would now like to, let|give me,
    lemme, let's, lets, let us, we, we'll, me, gonna,
    going|want|wish|like|decide|about|ready|happy|glad|proceed|try|attempt|off to, wanna, as my
    action, it's time to, it is time to, hereby, just, simply, gladly, quickly, officially,
    formally, again, go ahead and, set forth my intent to, declare|state|announce my intent to, time
    for me to, it is my turn to, think|guess i'll, allow|permit me to, gimme, i'll have, there goes,
    exercise my right to, i think i, i think i am, make it, do, can|could|may|might i, i would be
    happy to, i shall have to, i should very much like to, i am wanting to, the undersigned, i'll|i
    go and, my deed|action|move for today is to, hereby request to, gotta, i'd be happy|glad|pleased
    to, i would be happy|glad|pleased to
"""
BEHIND = """
    again, once more, one more time, for the day|evening|night|weekend, for
    now|today|good|sure|once|fun|luck, for this week|phase|turn, please, pls, plz, thanks, thank|see
    you, thx, ty, cheers, now, today, then, if i may, ok, okay, this phase|week|turn|time, as
    well|asked, too, immediately, at once, right now|away|here,
    thanks|sorry|after|that's|goodbye|bye all, everyone, folks, thank you all, many thanks, very
    much, thanks a lot, first, finally, here, instead, my friends|friend, lol, haha, yay, gg,
    obviously, of course|mine, for the phase, bye, if possible|allowed, if that's ok|okay, if nobody
    minds, if you don't mind, sorry, farewell, good luck everyone, hehe, muahaha, kthx, pew, yum,
    nom nom, mate, guys, people, bot, dear bot, once again, wish me luck, here goes, here we go, all
    the way, forever, officially, gladly, for her|his|their|your birthday, referee, officer,
    comrades, no strings attached, baby, if you please, and thank you, plz and thanks, that is all,
    end of story, final answer, enjoy, goodbye, so long, see ya, phew, straight away, once and for
    all, i suppose|guess, let's go, all mine|in, fingers crossed, why not, myself
"""
BESIDE = """
    that's|bye all, that is all, not bad, why not, wish me luck, thanks|bye|sorry everyone, thank
    you everyone, see you later, nothing personal, sorry about that, hope that's ok|okay, forgot,
    thank you for the game, thanks for the game|games, good times, here you go|are, no worries, all
    good, it was fun|me, yes please, i want in, hi|hello everybody, dear friends, best wishes,
    kind|best|warm regards, with kind regards, regards, yours, yours sincerely|truly, sincerely, no
    time|energy anymore|left, no time|energy any more, nothing more|left|else to do, that's my
    vote|choice|answer, that's how i vote, sorry not sorry
"""
NO_REASON = """
    if unless until or maybe perhaps but tomorrow ? when
"""
NO_COMMENT = """
    not said says say told wrote writes asked begged begs joke joking kidding example test wrong
    mistake cancel undo wait nah nope no never nothing quote sarcasm later next instead rather sure
    name title
"""
BARGAINING = """
    give gives gave pay pays paid get gets got take takes took offer offers offered return returns
    keep keeps send sends bring brings buy buys sell sells trade trades swap swaps choose chooses
    owe owes owed ask asks want wants beg begs order orders ordered suggest suggests insist insists
    insisted demand demands demanded propose proposes vote votes voted claim claims think thinks
    goes comes will would should must can may might could has have had owes promises promised agrees
    agreed accepts accepted lends lets for back
"""
REVOKING = """
    pending subject contingent depending barring tentatively provisionally psych forget ignore
    scratch void plan plans draft according imagine pretend whenever someday almost nearly failed
    forgot hope wish he's she's they're you're title titled whatever whoever wherever every called
    named name wanted used ago unsure dunno yet still already before after both neither either each
    except several half pair dozen couple few many double triple quarter halves pairs dozens
    multiple various numerous hundred thousand zero single whole rest most least roughly
    approximately x again dream dreams rumour rumor tempting tempted thought quoth rather maybe
    january february march april june july august september october november december dead pigs
    freezes theory fantasy fiction jest vain imaginary pretence pretends option options scenario
    story rewrite abstain word words phrase saying motto shouted whispered texted muttered yelled
    sobbed song film lyrics letter
"""
DOUBTING = """
    said says say told wrote writes asked joke joking kidding example test sure wait never mind
    quote quotes thinks thought believes decided know unsure supposed allowed unable until before
    yet cancel asks answers replied like works went happened happens
"""
SAYING_NOTHING = """
    actually along alright am around as be been being btw choose chosen course day day's decide
    decided did does done down everyone finally first fyi gave getting gg gives gladly goes gone
    gonna got had happily having hello hereby hey hi i'd i'll i'm i've id ill im imho imo kindly let
    let's lets like made makes means mine move's myself new obviously elect ofc ok okay ooh referee
    select therefore thats once one ones only onto oops own per phase phase's pls plz put puts
    putting quickly really results rolls say shall simply sorry spend spending sure takes tbh thank
    thanks that's them thx today's took total ty used uses via wanna want was we we'll week week's
    were what's which will would've
"""
SPELLED = """
    able alone area bare both care date fair five food form four heat held hope join kick land lead
    less line list lose loss lost main mice mint miss mode mote mood mole near none note page pass
    path plan plane post pots rare rest role said save sell sent ship shop soon stare stove such
    tale than thus trade true upon user walk water when whom wife wish wood acceptable except expect
    lease leaf trace trap tread sport supper vote votee vole quilt style seem shock sand song rope
    rude rank range seed grove prove brake cost truck wire warn stack starve
"""
ENDING_IN_LY = """
    only hardly barely nearly scarcely partly mostly probably possibly supposedly allegedly
    presumably theoretically hypothetically hopefully ideally potentially tentatively provisionally
    conditionally eventually rarely previously formerly recently lately initially originally
    seemingly apparently nominally mistakenly accidentally falsely wrongly jokingly sarcastically
    ironically respectively separately repeatedly doubly likely unlikely early daily weekly monthly
    yearly hourly nightly reply apply supply imply comply rely rally ally family bully assembly
    jelly belly ugly silly folly lily italy july holy fully multiply anomaly firefly butterfly
    strongly clearly totally shortly momentarily usually normally generally regularly typically
    commonly frequently occasionally customarily habitually ultimately subsequently virtually
    practically technically figuratively metaphorically symbolically fictionally optionally
    partially largely mainly purportedly ostensibly conceivably arguably retroactively
    retrospectively erroneously unsuccessfully fruitlessly
"""
