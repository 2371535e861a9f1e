// The beginnings of the words that carry meaning: "temperature" and "temp.csv" meet.
import { wordsIn } from "./text.ts"

export function stemsIn(folded: string): readonly string[] {
  const words = wordsIn(folded.replace(/[_./-]/g, " ")).filter((word) => word.length >= 4 && !EMPTY.has(word))
  return [...new Set(words.map((word) => word.slice(0, 4)))]
}

const EMPTY = new Set(
  `that this with from have your them they then than when what which there their these those into onto will would could
  should about after before also just only each every please make sure give tell show find need want like more most some such
  very here where while both over under been being were does done file files folder result results everything really
  bitte alle allen aller alles jede jeden jeder jedes eine einen einer eines einem diese dieser dieses dass wenn dann noch auch
  nach über unter oder aber nicht mich mein meine meinen meiner dein deine unser unsere sind wird werden wurde wurden haben
  habe kann sein seine ihre ihrer ihren danach anschließend daraus davon dazu dort hier beim datei dateien ordner ergebnis
  soll sollte welche welcher welches welchen`.split(/\s+/),
)
