// The beginnings of the words that carry meaning: "temperature" and "temp.csv" meet.
import { wordsIn } from "./text.ts"

export function stemsIn(folded: string): readonly string[] {
  const words = wordsIn(folded.replace(/[_./-]/g, " ")).filter(isTelling)
  return [...new Set(words.map((word) => word.slice(0, 4)))]
}

/** Says something by itself. */
export const isTelling = (word: string) => word.length >= 3 && !EMPTY.has(word)

/** "alarmanlage" and "alarm", "linter" and "eslint"; not "scharf" and "schalten". */
export function isAkin(word: string, token: string): boolean {
  let same = 0
  while (same < word.length && word[same] === token[same]) same += 1
  if (same >= 3 && same >= Math.min(5, word.length, token.length)) return true
  return word.length >= 4 && token.includes(word.slice(0, Math.max(4, word.length - 2)))
}

const EMPTY = new Set(
  `that this with from have your them they then than when what which there their these those into onto will would could
  should about after before also just only each every please make sure give tell show find need want like more most some such
  very here where while both over under been being were does done file files folder result results everything really
  bitte alle allen aller alles jede jeden jeder jedes eine einen einer eines einem diese dieser dieses dass wenn dann noch auch
  nach über unter oder aber nicht mich mein meine meinen meiner dein deine unser unsere sind wird werden wurde wurden haben
  habe kann sein seine ihre ihrer ihren danach anschließend daraus davon dazu dort hier beim datei dateien ordner ergebnis
  soll sollte welche welcher welches welchen
  the and for are was you all any can has had her his how its may new not now off one our out see she too two use who why
  yes yet get let put set der die das den dem des ein und mit von für auf aus bei bis ich wir ihr sie uns ihm ist hat war
  bin nur zum zur mal als man ihn mir dir vor per pro wie was wer wen wem wann alt neu zwei drei vier`.split(/\s+/),
)
