// The calls of the turn as deeds: what each can have done by its name and arguments, and what became of it.
import type { Json, JsonObject } from "../contracts/json.ts"
import { type Outcome, outcomeOf } from "./errors.ts"
import type { JudgedCall } from "./judged.ts"
import { type Doing, doingOf } from "./lexicon/commands.ts"
import { type Family, familiesOfTool, familyOrdered } from "./lexicon/families.ts"
import { EITHER_TOOLS, LOOKING_TOOLS } from "./lexicon/looking.ts"
import { bounded, fold } from "./text.ts"

export interface Deed {
  readonly call: JudgedCall
  readonly doing: Doing
  readonly families: readonly Family[]
  /** A command line or a query: it can do several things at once. */
  readonly isCommand: boolean
  /** A draft, a cart: the thing itself is still to be done. */
  readonly isPreparing: boolean
  readonly outcome: Outcome
  /** Name and arguments, folded. */
  readonly said: string
  /** The same without long texts, which name many things without being about them. */
  readonly named: string
  /** The names of the arguments, folded. */
  readonly keys: string
  /** The string values among the arguments, folded. */
  readonly values: readonly string[]
}

/** More calls than this in one turn are not looked at; the latest are. */
const MOST_CALLS = 400

export function deedsOf(calls: readonly JudgedCall[]): readonly Deed[] {
  return calls.slice(-MOST_CALLS).map(deedOf)
}

function deedOf(call: JudgedCall): Deed {
  const command = commandIn(call)
  const words = wordsOfName(call.name)
  const values = stringsIn(withoutPaging(call.args)).map((value) => fold(bounded(value, 4_000, 0)))
  const doing = command === undefined ? doingOfTool(words, call) : doingOf(command)
  const tokens =
    command === undefined
      ? words
      : (command
          .slice(0, 4_000)
          .toLowerCase()
          .match(/[a-z]+/g) ?? [])
  return {
    call,
    doing,
    families: [...new Set(tokens.flatMap(familiesNamed))],
    isCommand: command !== undefined,
    isPreparing: words.some((word) => PREPARING.has(word)),
    outcome: outcomeOf(call, doing),
    said: fold(`${call.name} ${values.join("\n")}`),
    named: fold(`${call.name} ${values.filter((value) => command !== undefined || value.length <= 120).join("\n")}`),
    keys: fold(Object.keys(call.args).join(" ")).replace(/[_-]/g, " "),
    values,
  }
}

/** Something was changed by it, or may have been. */
export function mayHaveChanged({ doing, outcome, isPreparing }: Deed): boolean {
  return (doing === "change" || doing === "unknown") && (outcome === "done" || outcome === "partly") && !isPreparing
}

export function wasToChange({ doing }: Deed): boolean {
  return doing === "change" || doing === "unknown"
}

const PREPARING = new Set(["draft", "drafts", "cart", "basket", "preview", "simulate", "warenkorb", "entwurf"])
const CHECKING = new Set(["test", "tests", "lint", "verify", "validate", "health", "healthcheck"])

/** "mail__create_draft", "filesystem.moveFile": the words after the server's name. */
function wordsOfName(name: string): readonly string[] {
  const own =
    name
      .slice(0, 200)
      .split(/__|[.:/]/)
      .at(-1) ?? name
  return own
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
}

/** "search_replace", "get_or_create": it looks and does. */
const ALSO_DOES = new Set(["replace", "create", "delete", "move", "save", "store", "archive", "insert"])

/** English tool words as they are; German ones as verbs, also without umlauts: "termin_loeschen". */
function familiesNamed(word: string): readonly Family[] {
  const known = familiesOfTool(word)
  if (known.length > 0 || word.length < 5) return known
  const verb = word
    .replaceAll("ae", "ä")
    .replaceAll("oe", "ö")
    .replaceAll("ue", "ü")
    .replace(/ung(?:en)?$/, "en")
  const family = /n$/.test(verb) ? familyOrdered(verb) : undefined
  return family === undefined ? [] : [family]
}

/** The first word that says anything decides: "set_status" changes, "get_update" looks. */
function doingOfName(words: readonly string[]): Doing {
  for (const word of words) {
    if (CHECKING.has(word)) return "check"
    if (LOOKING_TOOLS.has(word)) return words.some((other) => ALSO_DOES.has(other)) ? "unknown" : "look"
    if (EITHER_TOOLS.has(word)) return "unknown"
    if (familiesNamed(word).length > 0) return "change"
  }
  return "unknown"
}

/** A tool that is named after a thing is known by what it gives back: news, or no more than a receipt. */
function doingOfTool(words: readonly string[], { args, result, isError }: JudgedCall): Doing {
  const doing = doingOfName(words)
  if (doing !== "unknown") return doing
  if (isError) return words.some((word) => EITHER_TOOLS.has(word)) ? "look" : "unknown"
  if (RECEIPT.test(result.slice(0, 200).toLowerCase()) || result.trim() === "") return "unknown"
  return Object.keys(args).every((key) => ASKING_KEY.test(key)) ? "look" : "unknown"
}

/** What one asks with; other arguments set something. */
const ASKING_KEY =
  /^(?:q|query|search|filter|id|ids|nr|name|key|path|file|url|host|user|date|day|week|month|year|from|to|place|city|location|area|limit|page|offset|cursor|max|last|since|until|status|state|type|kind|sort|lang|language|fields?|domain|symbol|pair|device|project|team|channel|folder|datei|ordner|monat|jahr|tag|datum|ort|stadt|suche|von|bis|kunde|filiale|abteilung|modell|land)$/i

const RECEIPT =
  /^\W*(?:ok|okay|done|success\w*|true|yes|accepted|received|confirmed|bestätigt|erledigt|gespeichert|saved|sent|gesendet|queued|created|updated|started|gestartet|booked|gebucht|set|on|off|an|aus|scheduled|added|removed|deleted|moved|finished|fertig|erfolg\w*|\d+ (?:\p{L}+ )?(?:updated|changed|moved|sent|created|deleted|ok))\b|^\s*\{[^{}[\]]{0,120}"(?:id|ok|success|status|state|\w+_id)"/u

const SQL =
  /^\s*(?:select|insert|update|delete|drop|alter|create|show|describe|explain|with|truncate|vacuum|pragma|grant)\b/i

function commandIn({ name, args }: JudgedCall): string | undefined {
  for (const key of ["command", "cmd", "script", "code", "sql", "query", "statement"]) {
    const value = args[key]
    if (typeof value !== "string") continue
    if (key === "query" || key === "statement") {
      if (SQL.test(value)) return value
    } else if (key === "sql" || /run|exec|shell|bash|command|terminal|ssh|python|script|code|console/i.test(name))
      return value
  }
  return undefined
}

/** Page numbers and limits name nothing. */
function withoutPaging(args: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) =>
        typeof value !== "number" ||
        !/^(?:page|per_page|offset|limit|cursor|count|max|top|lines|timeout\w*)$/i.test(key),
    ),
  )
}

function stringsIn(value: Json, depth = 0): readonly string[] {
  if (typeof value === "string") return [value]
  if (typeof value === "number") return [String(value)]
  if (typeof value !== "object" || value === null || depth > 4) return []
  return Object.values(value)
    .slice(0, 200)
    .flatMap((inner: Json) => stringsIn(inner, depth + 1))
}
