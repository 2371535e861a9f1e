// Words that say nothing about what a search is for, by language. Each search names the groups that it leaves out.
// Normalised: lower case, without accents.

const GROUPS = {
  english: `
a able about above actually after ain all also am an and any anybody anyone anything are aren as at be became because
become been being below between both but by can cannot could couldn couldnt did didn didnt do does doesn doesnt doing
don dont down during each either else etc ever every everything few for from further give given goes gonna got great
had hadn has hasn have haven having he hello help her here hers herself hey hi him himself his how however i if in
into is isn isnt it its itself just let lets like ll lot may maybe me might mine more most must my myself need needs
nice no nobody none nor not nothing now of off oh ok okay on once one ones only onto or other our ours ourselves out
over own per perhaps please pls plz possible put quickly rather re really same say see seem seems shall she should
shouldn so some somebody something still such sure take tell than thank thanks that thats the their theirs them
themselves then there these they thing things this those though through thus till to too toward under until up upon us
use used using ve very via want was wasn we well were weren what whatever when where whether which while who whom
whose why will with within without won wont would wouldn yeah yep yes yet you your yours yourself yourselves`,
  /** Irrelevant in a search for a passage; in a search for a tool they say or hint at what it has to do. */
  englishDeeds: `
again against around ask away back before came come describe done enough even everybody everyone explain gave get gets
getting go going gone good instead keep kind know look looking made make makes making many mean much never others
quite right said says show someone think together try two wants way went whole work worked working works`,
  german: `
ab aber alle allem allen aller alles als also am an anderen auch auf aus bei beim bereits beschreib beschreibe bis
bist bitte da dabei dadurch dafur daher damit danach danke dankeschon dann daran darauf daraus darf darin daruber das
dass dein deine deinem deinen deiner dem den denn der deren des dessen dich diese diesem diesen dieser dieses dir doch
dort du durch eben eigentlich ein eine einem einen einer eines einfach er erklaren erst es etwas euch euer eure
funktionieren funktioniert fur ganz gar geben gegen gehen geht gemacht genau gerade gerne gesagt gib gut habe haben
hallo hast hatte hatten hier hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer immer in ins irgendwie ist ja
jede jedem jeden jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner konnen konnte konntest lass mach
mache machen macht mal mehr mein meine meinem meinen meiner mich mir mit mochte moin muss mussen nach nein nicht
nichts noch nun nur ob oben oder ohne prima sagen schon sehr sei sein seine seinem seinen seiner sich sie sind soll
sollen sollte sollten sondern sonst soviel super uber um und uns unser unsere unten unter vielen vielleicht vom von
vor wann waren warum was weil weiter welche welchem welchen welcher welches wenn wer werde werden weshalb wie wieder
wieso wir wird wirklich wo wohin wollen wurde wurden zu zum zur zwar zwischen`,
  germanDeeds: `
andere erklar erklare gibt sag seit tun viel viele zeig zeige`,
  /** Also words of other languages: they count as German only if other words of the text are German. */
  germanOrNot: "die im war",
  germanOrThings: "bin dies hat man",
  french: `
a au aux avec ce ces cet cette dans de des dont du elle elles en est et il ils je la le les ma mais me mes mon ne nos
notre nous ou par pas plait pour que quel quelle quelles quels qui quoi sa sans se ses sil son sont sous sur ta te tes
ton tu un une vos votre vous y`,
  spanish: `
al como con cual cuando del donde el ella en es esa ese esta estas este estos favor las le lo los me mi mis nosotros
nuestra nuestro o para pero por que quien se sin son su sus te tu tus una unas unos y yo`,
  /** Words that are in the schemas of all tools. */
  schema: `
array boolean default e.g eg etc false ie null number object optional parameter parameters required string tool tools
true value values`,
} as const

export type StopWordGroup = keyof typeof GROUPS

export function stopWords(...groups: readonly StopWordGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap((group) => GROUPS[group].trim().split(/\s+/)))
}
