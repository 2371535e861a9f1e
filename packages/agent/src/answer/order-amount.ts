// How much an order speaks of: one thing, several, or all of a set, and how many where it says so.
import { numberOf } from "./lexicon/order-words.ts"

export interface Amount {
  readonly amount: "one" | "several" | "every"
  /** The number it names: "the 7 voice memos". */
  readonly count: number | undefined
  /** What is counted: "ideas". */
  readonly counted: string | undefined
}

export function amountOf(masked: string, raw: string, every: boolean): Amount {
  const { count, counted } = countIn(masked, raw)
  if (every || count !== undefined) return { amount: "every", count, counted }
  return { amount: hasPlural(masked, raw) ? "several" : "one", count, counted }
}

/** Not every number counts things: times, dates, prices and versions do not. */
function countIn(masked: string, raw: string): Pick<Amount, "count" | "counted"> {
  const isEnglish = / (?:the|and|to|my|of|for|with) /.test(masked)
  const words = masked.match(/[\p{L}\p{N}.,:#/€$%-]+/gu) ?? []
  for (const [index, word] of words.entries()) {
    const count = numberOf(word)
    if (count === undefined || count < 2 || count > 500) continue
    const isPlural = ENGLISH.test(word) ? /^\p{L}{2,30}s[.,:]?$/u : /^\p{L}{2,30}(?:s|en|er|e|ern)[.,:]?$/u
    // "50 Euro for the present": what follows a unit is not what is counted.
    if (UNITS.test(words[index + 1] ?? "") && !PERIODS.test(words[index + 1] ?? "")) continue
    const counted = words
      .slice(index + 1, index + 4)
      .find((noun) => isPlural.test(noun) && !ARTICLES.test(noun) && !(isEnglish && isCapital(raw, noun)))
    if (
      counted !== undefined &&
      (!UNITS.test(counted) ||
        (PERIODS.test(counted) && /(?<!\p{L})(?:per|each|every|pro|je|jeden|jeweils)(?!\p{L})/u.test(masked)))
    )
      return { count, counted: counted.replace(/[.,:]$/, "") }
  }
  return { count: undefined, counted: undefined }
}

const ENGLISH = /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/
/** "Hauptstr. 9 Trier": a name is not counted. */
function isCapital(raw: string, noun: string): boolean {
  const name = noun.replace(/[.,:]$/, "")
  return raw.includes(`${name.slice(0, 1).toUpperCase()}${name.slice(1)}`) && !raw.includes(` ${name}`)
}

const PERIODS = /^(?:days?|weeks?|months?|years?|quarters?|tagen?|wochen|monaten?|jahren?|quartalen?)/
const ARTICLES = /^(?:das|des|is|as|its|this|was|has|alle|eine|diese|meine|deine|seine|ihre|unsere)$/
const UNITS =
  /^(?:uhr|of|to|are|is|as|times|minutes?|hours?|days?|weeks?|months?|years?|seconds?|euros?|dollars?|grams?|cups|words|minuten|stunden|tagen?|wochen|monaten?|jahren?|sekunden|wörtern?|kartons|pakete|times|people|personen|degrees)[.,:]?$/

/** Grammar, roughly: an English plural behind a verb, a German one behind its article. */
function hasPlural(masked: string, raw: string): boolean {
  for (const [, noun = ""] of masked.matchAll(
    /(?:^|[\s,])(?:the|my|our|these|those|your|his|her|their|some|any|which|missing|all|find|list|rename|delete)(?: [a-z-]+){0,2}? ([a-z-]{3,30}s)(?![\p{L}'])/gu,
  )) {
    if (
      !/(?:ss|us|is|'s|ys)$|^(?:thanks|news|status|access|address|this|has|was|does|its|always|less|downloads|files? system)$/.test(
        noun,
      )
    )
      return true
  }
  const german =
    /(?<!\p{L})(?:[Dd]ie|[Mm]eine|[Uu]nsere|[Dd]iese|[Dd]eine|[Dd]en|[Ww]elche)\s(?:\p{Ll}+\s){0,2}\p{Lu}[\p{L}-]{2,40}(?:en|ern|eln|er|s)(?!\p{L})/u
  return german.test(raw)
}
