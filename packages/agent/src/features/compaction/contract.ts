// What is carried over word for word when messages are dropped. It is derived from the messages and the contract
// before, never from what a summariser says.
import { defined } from "../../base/defined.ts"
import type { Contract, Said } from "../../contracts/compaction.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import type { Task } from "../../contracts/tasks.ts"
import { sumUpLosses } from "./losses.ts"
import { isTaskLine, openItems, taskLines } from "./open-items.ts"
import { fitSaid } from "./said.ts"
import { callOf, clip, type Entry, isUser, type Need, oneLine, wordsOfUser } from "./shape.ts"

export interface ContractLimits {
  /** Tokens for what the user said and decided: a quarter of the window. */
  readonly said: number
  /** Tokens for each of the lists, whatever the user said. */
  readonly list: number
}

type Measures = Pick<Need, "tokens" | "textOf">

/** `drops` of the entries are no longer shown; the rest shows what became of their work. */
export function contractOf(
  before: Contract,
  entries: readonly Entry[],
  drops: number,
  need: Measures,
  limits: ContractLimits & { readonly tasks?: readonly Task[] },
): Contract {
  return contractor(before, entries, need, limits)(drops)
}

/** Gives the contract for any number of dropped entries; the messages are searched once. */
export function contractor(
  before: Contract,
  entries: readonly Entry[],
  need: Measures,
  limits: ContractLimits & { readonly tasks?: readonly Task[] },
): (drops: number) => Contract {
  const known = new Map<number, Contract>()
  const found = entries.map((entry) => foundIn(entry, entries))
  const messages = entries.map(({ message }) => message)
  // What the task list says now, whatever it said when the digest before was made.
  const open = [
    ...openItems(
      (before.open ?? []).filter((item) => !isTaskLine(item)),
      messages,
    ),
    ...taskLines(limits.tasks ?? []),
  ]
  return (drops) => {
    const made = known.get(drops) ?? makeContract(before, found.slice(0, drops), open, need, limits)
    known.set(drops, made)
    return made
  }
}

interface Found {
  readonly said?: Said
  readonly files: readonly string[]
  readonly decision?: string
  readonly approval?: string
  readonly effect?: string
}

function foundIn({ at, message }: Entry, entries: readonly Entry[]): Found {
  if (isUser(message)) {
    return { said: { at, parts: wordsOfUser(message) }, files: [] }
  }
  if (message.role === "assistant") return { files: filesIn(message) }
  if (message.role !== "tool") return NOTHING
  const [decision, approval, effect] = [decisionIn, approvalIn, effectIn].map((find) => find(entries, message))
  return {
    files: [],
    ...defined({ decision, approval, effect }),
  }
}

const NOTHING: Found = { files: [] }

function makeContract(
  before: Contract,
  gone: readonly Found[],
  open: readonly string[],
  need: Measures,
  limits: ContractLimits,
): Contract {
  const all = [...(before.said ?? []), ...gone.flatMap(({ said }) => said ?? [])]
  const goal = before.goal ?? (all[0] && oneLine(need.textOf(all[0].parts), 500))
  const kept = fitSaid(all, limits.said, need)
  // What people decided, and what is still to do, also counts as theirs: it gets the tokens that their messages leave,
  // or at least those of a list.
  let left = limits.said - kept.tokens
  const theirs = (field: ListName, items: readonly string[]) => {
    const fitted = fitList(field, items, need, Math.max(limits.list, left))
    left -= fitted.tokens
    return fitted
  }
  const ours = (field: ListName, items: readonly string[]) => fitList(field, items, need, limits.list)
  const of = (field: ListName, found: (each: Found) => string | readonly string[] | undefined) => [
    ...(before[field] ?? []),
    ...gone.flatMap((each) => found(each) ?? []),
  ]
  const fitted = [
    theirs(
      "decisions",
      of("decisions", ({ decision }) => decision),
    ),
    theirs(
      "effects",
      of("effects", ({ effect }) => effect),
    ),
    theirs("open", open),
    theirs(
      "approvals",
      of("approvals", ({ approval }) => approval),
    ),
    ours("constraints", [...(before.constraints ?? []), ...kept.sentences]),
    ours(
      "files",
      of("files", ({ files }) => files),
    ),
  ]
  const lost = [...(before.lost ?? []), ...fitted.flatMap((each) => each.lost), ...kept.lost]
  return {
    ...defined({ goal }),
    ...(kept.said.length > 0 && { said: kept.said }),
    ...Object.fromEntries(fitted.flatMap(({ field, items }) => (items.length > 0 ? [[field, items]] : []))),
    ...(lost.length > 0 && { lost: sumUpLosses(lost, limits.list, need.tokens) }),
  }
}

type ListName = "constraints" | "open" | "decisions" | "files" | "effects" | "approvals"

/** Keeps the newest items, very long ones in part; counts those that had no room. */
function fitList(field: ListName, items: readonly string[], need: Pick<Need, "tokens">, most: number) {
  const newest = [...new Set(items.toReversed())]
  const whole = newest.reduce((sum, item) => sum + need.tokens(item) + 2, 0)
  if (whole <= most) return { field, items: newest.reverse(), tokens: whole, lost: [] }
  const kept: string[] = []
  let left = most
  for (const item of newest) {
    const short = shortItem(item, Math.min(left, Math.ceil(most / 2)), need)
    if (short === undefined) break
    left -= need.tokens(short) + 2
    kept.push(short)
  }
  const gone = newest.length - kept.length
  return { field, items: kept.reverse(), tokens: most - left, lost: gone > 0 ? [`${gone} older ${field}`] : [] }
}

/** An item that is longer than its room is shortened, and says how much of it is missing. */
function shortItem(item: string, most: number, { tokens }: Pick<Need, "tokens">): string | undefined {
  if (tokens(item) + 2 <= most) return item
  for (let length = Math.min(item.length - 1, most * 4); length >= 100; ) {
    const short = clip(item, length, (left) => `[… ${left} characters left out …]`)
    const cost = tokens(short) + 2
    if (cost <= most) return short
    length = Math.floor(length * Math.min(0.9, most / cost))
  }
  return undefined
}

function decisionIn(entries: readonly Entry[], result: ToolMessage): string | undefined {
  const answer = result.decided?.answer
  if (answer === undefined) return undefined
  const question = callOf(entries, result)?.arguments.question
  const asked = typeof question === "string" ? `asked "${oneLine(question, 300)}", ` : ""
  return `${asked}the user answered "${answer}"`
}

function approvalIn(entries: readonly Entry[], result: ToolMessage): string | undefined {
  const { decided } = result
  if (decided?.approved === undefined) return undefined
  const what = called(entries, result)
  if (decided.approved) return `approved: ${what}`
  return `denied: ${what}${decided.reason === undefined ? "" : ` because "${decided.reason}"`}`
}

function effectIn(entries: readonly Entry[], result: ToolMessage): string | undefined {
  return result.outcome === "unknown" ? called(entries, result) : undefined
}

function called(entries: readonly Entry[], result: ToolMessage): string {
  return `${result.name} ${oneLine(JSON.stringify(callOf(entries, result)?.arguments ?? {}), 200)}`
}

const knownFiles = new WeakMap<Message, readonly string[]>()

/** Paths that calls named. */
function filesIn(message: Message): readonly string[] {
  if (message.role !== "assistant") return []
  const files = knownFiles.get(message) ?? message.calls.flatMap((call) => pathsIn(call.arguments))
  knownFiles.set(message, files)
  return files
}

const PATH_NAME = /^(?:.*_)?(?:path|file|files|paths|folder|dir|directory|source|destination|target|from|to)$/i
const PATH_LIKE = /^(?=.{2,300}$)(?:~|\.{1,2}|[\w@.-]+)?(?:[\\/][^\n\\/:*?"<>|]+)+$|^[\w @.-]{1,200}\.[A-Za-z0-9]{1,8}$/

function pathsIn(given: JsonObject): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (!PATH_NAME.test(name)) return []
    const values = Array.isArray(value) ? value : [value]
    return values.filter((each): each is string => typeof each === "string" && PATH_LIKE.test(each))
  })
}
