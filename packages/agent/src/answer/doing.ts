// What a tool can have done, by its name, its arguments and what it gave back: look, check, or change.
import type { JsonObject } from "../contracts/json.ts"
import type { JudgedCall } from "./judged.ts"
import { type Doing, doingOf } from "./lexicon/commands.ts"
import { type Family, familiesOfTool, familyOrdered } from "./lexicon/families.ts"
import { EITHER_TOOLS, LOOKING_TOOLS } from "./lexicon/looking.ts"
import { GERMAN, LOOKS_LAST, READ, READINGS, THINGS, VERBS_TOO } from "./lexicon/tool-words.ts"
import { fold } from "./text.ts"

const CHECKING = new Set(["test", "tests", "lint", "verify", "validate", "health", "healthcheck"])

/** "mail__create_draft", "filesystem.moveFile": the words after the server's name. */
export function wordsOfName(name: string): readonly string[] {
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
export function familiesNamed(word: string): readonly Family[] {
  const known = familiesOfTool(GERMAN[word] ?? word)
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
  // "trash_list", "order_get": a thing, and then what is done with it.
  if (words.length > 1 && THINGS.has(words[0] ?? "") && LOOKS_LAST.has(words.at(-1) ?? "")) return "look"
  if (/^(?:run|execute|exec)$/.test(words[0] ?? "") && words.some((word) => CHECKING.has(word))) return "check"
  if (words.length > 1 && READ.has(words[0] ?? "") && READINGS.has(words.at(-1) ?? "")) return "look"
  for (const word of words) {
    if (CHECKING.has(word)) return "check"
    if (LOOKING_TOOLS.has(word)) return words.some((other) => ALSO_DOES.has(other)) ? "unknown" : "look"
    if (EITHER_TOOLS.has(word)) return "unknown"
    // "queue_depth", "order_history": a noun, and only the result tells.
    if (
      THINGS.has(word) &&
      word === words[0] &&
      words.length > 1 &&
      !VERBS_TOO.has(word) &&
      !words.slice(1).some(isVerb)
    )
      return "unknown"
    if (familiesNamed(word).length > 0) return "change"
  }
  return "unknown"
}

const isVerb = (word: string) => familiesNamed(word).length > 0

/** A tool that is named after a thing is known by what it gives back: news, or no more than a receipt. */
export function doingOfTool(words: readonly string[], call: JudgedCall): Doing {
  const known = doingKnown(words, call)
  return known === "unknown" ? doingGuessed(words, call) : known
}

/** Neither name nor method tells; without arguments a tool can hardly do more than tell. */
export function isGuess(words: readonly string[], call: JudgedCall): boolean {
  return doingKnown(words, call) === "unknown" && Object.keys(call.args).length > 0
}

/** By the method of a request, or by name. */
function doingKnown(words: readonly string[], { args }: JudgedCall): Doing {
  const method = typeof args.method === "string" ? args.method.toUpperCase() : ""
  if (/^(?:POST|PUT|PATCH|DELETE)$/.test(method)) return "change"
  return /^(?:GET|HEAD)$/.test(method) ? "look" : doingOfName(words)
}

function doingGuessed(words: readonly string[], { args, result, isError }: JudgedCall): Doing {
  if (Object.keys(args).length === 0 && tellsNews(args, result) && !RECEIPT.test(result.slice(0, 200).toLowerCase()))
    return "look"
  if (isError) return words.some((word) => EITHER_TOOLS.has(word)) ? "look" : "unknown"
  if (RECEIPT.test(result.slice(0, 200).toLowerCase()) || /^\W*\d+ \p{L}+\W*$/u.test(result) || result.trim() === "")
    return "unknown"
  if (REPORTED.test(result.slice(0, 200))) return "unknown"
  return Object.keys(args).every((key) => ASKING_KEY.test(key)) || tellsNews(args, result, 3) ? "look" : "unknown"
}

/** Much in the result that was not in the arguments. */
function tellsNews(args: JsonObject, result: string, most = 1): boolean {
  const given = JSON.stringify(args).toLowerCase()
  const words = fold(result.slice(0, 1_000)).match(/[\p{L}\p{N}._@-]{2,}/gu) ?? []
  return new Set(words.filter((word) => !given.includes(word))).size > most
}

/** What one asks with; other arguments set something. */
const ASKING_KEY =
  /^(?:q|query|search|filter|id|ids|nr|name|key|path|file|url|host|user|date|day|week|month|year|from|to|place|city|location|area|limit|page|offset|cursor|max|last|since|until|status|state|type|kind|sort|lang|language|fields?|domain|symbol|pair|device|project|team|channel|folder|datei|ordner|pfad|bild|muster|titel|dir|directory|thema|nummer|zeitraum|supplier|title|region|pattern|doc|document|branch|queue|wait|site|monat|jahr|tag|datum|ort|stadt|suche|von|bis|kunde|filiale|abteilung|modell|land)$/i

const RECEIPT =
  /^\W*(?:\p{L}*ge\p{L}{2,}t|playing|\p{L}{3,}ed(?!:)|ok|okay|done|success\w*|true|yes|accepted|received|confirmed|bestätigt|erledigt|gespeichert|saved|sent|gesendet|queued|created|updated|started|gestartet|booked|gebucht|set|on|off|an|aus|scheduled|added|removed|deleted|moved|finished|fertig|erfolg\w*|\d+ (?:\p{L}+ )?(?:updated|changed|moved|sent|created|deleted|ok))\b|^\s*\{[^{}[\]]{0,120}"(?:id|ok|success|status|state|\w+_id)"/u

/** A command that is known to look, but has an unusual flag and says what it did. */
export function doingOfCommand(command: string, result: string): Doing {
  const doing = doingOf(command)
  return doing === "look" && CHANGING_FLAG.test(command) && REPORTED.test(result.slice(0, 400)) ? "unknown" : doing
}

const CHANGING_FLAG =
  /\s--?(?:vacuum|delete|remove|prune|set|apply|write|rotate|clear|purge|flush|update|enable|disable)/
const REPORTED =
  /\b(?:done|freed|deleted|removed|updated|changed|written|rotated|cleared|enabled|disabled|received|confirmed|placed|ref(?:erence)?\.?:? [A-Z]*\d?[A-Z0-9-]{3,}|order no|auftrag|bestätigt|bestellt|gebucht)\b/i

const SQL =
  /^\s*(?:copy|call|select|insert|update|delete|drop|alter|create|show|describe|explain|with|truncate|vacuum|pragma|grant)\b/i

export function commandIn({ name, args }: JudgedCall): string | undefined {
  const [, cli] = CLI.exec(name.toLowerCase()) ?? []
  for (const [key, value] of Object.entries(args)) {
    if (typeof value !== "string" || value === "") continue
    if (/^(?:sql|query|statement|q)$/i.test(key) && SQL.test(value)) return value
    if (cli !== undefined && /^(?:args|cmd|command|subcommand)$/i.test(key))
      return value.startsWith(cli) ? value : `${cli} ${value}`
    if (/^(?:command|cmd|command_?line|shell)$/i.test(key)) return value
    if (/^(?:script|code|input)$/i.test(key) && RUNNER.test(name)) return value
  }
  return undefined
}

const CLI = /(?:^|[^a-z])(kubectl|helm|git|docker|npm|aws|gcloud|az|psql|redis|terraform|gh)(?:_?-?cli)?$/
const RUNNER = /run|exec|shell|bash|command|terminal|ssh|python|script|code|console/i
