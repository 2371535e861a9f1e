// Words that say nothing about what somebody looks for, in English and German, small talk included.

const ENGLISH = `
a about above after again against ain all also am an and any anybody anyone anything are aren around as ask at away
back be became because become been before being below between both but by came can cannot come could couldn couldnt
describe did didn didnt do does doesn doesnt doing don done dont down during each either else enough etc even ever
every everybody everyone everything explain few for from further gave get gets getting give given go goes going gone
gonna good got great had hadn has hasn have haven having he hello help her here hers herself hey hi him himself his
how however i if in instead into is isn isnt it its itself just keep kind know let lets like ll look looking lot made
make makes making many may maybe me mean might mine more most much must my myself need needs never nice no nobody none
nor not nothing now of off oh ok okay on once one ones only onto or other others our ours ourselves out over own
perhaps please pls possible put quite rather re really right said same say says see seem seems shall she should
shouldn show so some somebody someone something still such sure take tell than thank thanks that thats the their
theirs them themselves then there these they thing things think this those though through thus till to together too
toward try two under until up upon us use used using ve very want wants was wasn way we well went were weren what
whatever when where whether which while who whole whom whose why will with within without won wont work worked working
works would wouldn yeah yep yes yet you your yours yourself yourselves`

const GERMAN = `
ab aber alle allem allen aller alles als also andere anderen auch auf aus bei beim bereits beschreib beschreibe bis
bist bitte da dabei dadurch dafür daher damit danach danke dankeschön dann daran darauf daraus darf darin darüber das
dass dein deine deinem deinen deiner dem den denn der deren des dessen dich diese diesem diesen dieser dieses dir doch
dort du durch eben eigentlich ein eine einem einen einer eines einfach er erklär erkläre erklären erst es etwas euch
euer eure funktionieren funktioniert für ganz gar geben gegen gehen geht gemacht genau gerade gerne gesagt gib gibt
gut habe haben hallo hast hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer immer ins
irgendwie ist ja jede jedem jeden jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner können könnte
könntest lass mach machen macht mal mehr mein meine meinem meinen meiner mich mir mit moin muss möchte müssen nach
nein nicht nichts noch nun nur ob oben oder ohne prima sag sagen schon sehr sei sein seine seinem seinen seiner seit
sich sie sind soll sollen sollte sollten sondern sonst soviel super tun um und uns unser unsere unten unter viel viele
vielen vielleicht vom von vor wann waren warum was weil weiter welche welchem welchen welcher welches wenn wer werde
werden weshalb wie wieder wieso wir wird wirklich wo wohin wollen wurde wurden würde würden zeig zeige zu zum zur zwar
zwischen über`

/** Meaningless in German only: they count as German when something else in the sentence is. */
const AMBIGUOUS = "bin die dies hat im man war"

const always = new Set(words(`${ENGLISH} ${GERMAN}`))
const german = new Set(words(GERMAN))
const ambiguous = new Set(words(AMBIGUOUS))

/** Takes and gives folded words. */
export function withoutStopWords(spoken: readonly string[]): readonly string[] {
  const isGerman = spoken.some((word) => german.has(word))
  return spoken.filter((word) => !always.has(word) && !(isGerman && ambiguous.has(word)))
}

function words(list: string): readonly string[] {
  return fold(list).trim().split(/\s+/)
}

/** As the index sees words: case and accents do not count, "ß" is "ss". */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
}
