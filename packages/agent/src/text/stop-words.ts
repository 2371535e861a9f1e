// Words that tell no tool from another, in the languages of the table of meanings. Folded: without accents.

const WORDS = `
a about above after all also am an and any anything are as at be because been being below between both but by can cannot
could did do does doing don down during each either else every everything few for from further had has have having he her here hers him
his how however i if in into is isn it its itself just let lets like ll may maybe me might mine more most must my myself no nor not now
of off on once one only onto or other our ours out over own per please pls plz put really same say see she should so some something
still such sure take tell than thank thanks that the their them then there these they thing things this those through thus to too
under until up upon us use used using ve very via want was we well were what when where whether which while who whom whose why will
with within without would yes yet you your yours hello hi hey ok okay need needs actually quickly also able got give given
optional required default value values true false null string number object array boolean parameter parameters tool tools e.g etc eg ie
der die das den dem des ein eine einen einem einer eines und oder aber ich du er sie es wir ihr mir mich dir dich uns euch mein meine
meinen meiner dein deine sein seine unser unsere im in am an auf aus bei mit nach von vom zu zum zur fur uber unter vor durch ohne um
ist sind war waren wird werden kann kannst konnen konntest bitte mal noch auch nicht kein keine wie was wer wo wann warum welche
welcher welches dass wenn dann also alle alles hier dort diese dieser dieses diesen jetzt bis gib mach mache
le la les un une des du de et ou mais je tu il elle nous vous ils elles me te se mon ma mes ton ta tes son sa ses notre nos votre vos
au aux dans sur sous avec sans pour par en est sont ce cet cette ces que qui quoi quel quelle quels quelles dont pas ne il y a
sil plait
el los las una unos unas del al y o pero yo ella nosotros mi mis tu tus su sus nuestro nuestra con sin para por en es son este esta
estos estas ese esa que quien cual cuando donde como por favor lo me te se le
`

const known: ReadonlySet<string> = new Set(WORDS.split(/\s+/))

export function isStopWord(word: string): boolean {
  return known.has(word)
}
