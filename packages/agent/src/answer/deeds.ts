// The calls of the turn as deeds: what each can have done by its name and arguments, and what became of it.
import type { Json, JsonObject } from "../contracts/json.ts"
import { commandIn, doingOfCommand, doingOfTool, familiesNamed, isGuess, wordsOfName } from "./doing.ts"
import { type Outcome, outcomeOf } from "./errors.ts"
import type { JudgedCall } from "./judged.ts"
import type { Doing } from "./lexicon/commands.ts"
import type { Family } from "./lexicon/families.ts"
import { bounded, fold } from "./text.ts"

export interface Deed {
  readonly call: JudgedCall
  readonly doing: Doing
  readonly families: readonly Family[]
  /** Neither its name nor its method says what it does: `doing` is drawn from what it gave back. */
  readonly isGuessed: boolean
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
const MOST_CALLS = 200

export function deedsOf(calls: readonly JudgedCall[]): readonly Deed[] {
  const deeds = calls.slice(-MOST_CALLS).map(deedOf)
  // One call of a tool that may have changed something, and so may all of them.
  const doubtful = new Set(deeds.filter(mayBeDeed).map(({ call }) => call.name))
  return deeds.map((deed) => (deed.isGuessed && doubtful.has(deed.call.name) ? { ...deed, doing: "unknown" } : deed))
}

const mayBeDeed = ({ isGuessed, doing, outcome }: Deed) => isGuessed && doing === "unknown" && outcome === "done"

function deedOf(call: JudgedCall): Deed {
  const command = commandIn(call)
  const words = wordsOfName(call.name)
  const values = stringsIn(withoutPaging(call.args)).map((value) => fold(bounded(value, 4_000, 0)))
  const doing = command === undefined ? doingOfTool(words, call) : doingOfCommand(command, call.result)
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
    isGuessed: command === undefined && isGuess(words, call),
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

/** No call is only guessed to look. */
export function isSure(deeds: readonly Deed[]): boolean {
  return !deeds.some(({ isGuessed }) => isGuessed)
}

export function wasToChange({ doing }: Deed): boolean {
  return doing === "change" || doing === "unknown"
}

/** Failed, and no later call made it good. */
export function unrecovered(deeds: readonly Deed[]): readonly Deed[] {
  return deeds.filter(
    (deed, index) =>
      ["failed", "partly", "nothing"].includes(deed.outcome) &&
      !deeds.slice(index + 1).some((later) => recovers(later, deed)),
  )
}

function recovers(later: Deed, failed: Deed): boolean {
  if (later.outcome !== "done") return false
  if (!wasToChange(failed)) return later.doing === failed.doing || wasToChange(later)
  if (later.isCommand && failed.isCommand)
    return sharesTarget(later, failed) || later.said.includes(failed.values[0] ?? " ")
  return (
    sharesTarget(later, failed) ||
    (later.call.name === failed.call.name && later.values.join() === failed.values.join())
  )
}

/** The same file, path, address or id. */
function sharesTarget(later: Deed, failed: Deed): boolean {
  const targets = failed.values
    .flatMap((value) => value.split(/\s+/))
    .filter((value) => /[./@]|\d/.test(value) && value.length > 2)
  return targets.some((target) => later.said.includes(target))
}

/** One call for several things: a chain of commands, a glob, a list in an argument. */
export function takesSeveral({ isCommand, said, call }: Deed): boolean {
  if (isCommand) return /&&|;|\*|\bfor\b|\bxargs\b|-exec\b/.test(said)
  return Object.values(call.args).some((value) => typeof value === "object") || /bulk|batch|all/.test(call.name)
}

const PREPARING = new Set([
  "login",
  "connect",
  "auth",
  "authenticate",
  "logon",
  "anmelden",
  "draft",
  "drafts",
  "cart",
  "basket",
  "preview",
  "simulate",
  "warenkorb",
  "entwurf",
])
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
