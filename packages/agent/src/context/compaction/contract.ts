// What is carried over word for word when messages are dropped. It is made from the messages and the contract before,
// never from what a summariser says.
import type { Contract, Said } from "../../contracts/fact.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import { openItems } from "./open-items.ts"
import { fitSaid } from "./said.ts"
import { callOf, type Entry, isUser, type Need, oneLine } from "./shape.ts"

export interface ContractLimits {
  /** Tokens for what the user said: a quarter of the window. */
  readonly said: number
  /** Tokens for each of the lists. */
  readonly list: number
}

/** `drops` of the entries are shown no more; the rest tells what became of their work. */
export function contractOf(
  before: Contract,
  entries: readonly Entry[],
  drops: number,
  need: Pick<Need, "tokens" | "textOf">,
  limits: ContractLimits,
): Contract {
  const gone = entries.slice(0, drops)
  const users = gone.flatMap(({ at, message }): readonly Said[] =>
    isUser(message) ? [{ at, parts: message.parts }] : [],
  )
  const all = [...(before.said ?? []), ...users]
  const goal = before.goal ?? (all[0] && oneLine(need.textOf(all[0].parts), 500))
  const results = gone.flatMap(({ message }) => (message.role === "tool" ? [message] : []))
  const kept = fitSaid(all, limits.said, need)
  const lists: Partial<Record<keyof Contract, readonly string[]>> = {
    constraints: [...(before.constraints ?? []), ...kept.sentences],
    open: openItems(before.open ?? [], messagesOf(entries)),
    decisions: [...(before.decisions ?? []), ...results.flatMap((result) => decision(entries, result))],
    files: [...(before.files ?? []), ...gone.flatMap(({ message }) => filesIn(message))],
    effects: [...(before.effects ?? []), ...results.flatMap((result) => unknownEffect(entries, result))],
    approvals: [...(before.approvals ?? []), ...results.flatMap((result) => approval(entries, result))],
  }
  const fitted = Object.entries(lists).map(([field, items]) => fitList(field, items ?? [], need, limits.list))
  const lost = [...(before.lost ?? []), ...kept.lost, ...fitted.flatMap(({ lost }) => lost)]
  return {
    ...(goal !== undefined && { goal }),
    ...(kept.said.length > 0 && { said: kept.said }),
    ...Object.fromEntries(fitted.flatMap(({ field, items }) => (items.length > 0 ? [[field, items]] : []))),
    ...(lost.length > 0 && { lost: shortLoss(lost) }),
  }
}

function messagesOf(entries: readonly Entry[]): readonly Message[] {
  return entries.map(({ message }) => message)
}

/** The newest stay; what had no room is counted. */
function fitList(field: string, items: readonly string[], need: Pick<Need, "tokens">, most: number) {
  const newest = [...new Set(items.toReversed())]
  let left = most
  const kept = newest.filter((item) => {
    left -= need.tokens(item) + 2
    return left >= 0
  })
  const gone = newest.length - kept.length
  return { field, items: kept.reverse(), lost: gone > 0 ? [`${gone} older ${field}`] : [] }
}

const MOST_LOSSES = 12

function shortLoss(lost: readonly string[]): readonly string[] {
  const each = [...new Set(lost)]
  if (each.length <= MOST_LOSSES) return each
  return ["more, earlier: see the log", ...each.slice(-MOST_LOSSES + 1)]
}

function decision(entries: readonly Entry[], result: ToolMessage): readonly string[] {
  const answer = result.decided?.answer
  if (answer === undefined) return []
  const question = callOf(entries, result)?.arguments.question
  const asked = typeof question === "string" ? `asked "${oneLine(question, 300)}", ` : ""
  return [`${asked}the user answered "${oneLine(answer, 600)}"`]
}

function approval(entries: readonly Entry[], result: ToolMessage): readonly string[] {
  const { decided } = result
  if (decided?.approved === undefined) return []
  const what = called(entries, result)
  if (decided.approved) return [`approved: ${what}`]
  return [`denied: ${what}${decided.reason === undefined ? "" : ` because "${oneLine(decided.reason, 300)}"`}`]
}

function unknownEffect(entries: readonly Entry[], result: ToolMessage): readonly string[] {
  return result.outcome === "unknown" ? [called(entries, result)] : []
}

function called(entries: readonly Entry[], result: ToolMessage): string {
  return `${result.name} ${oneLine(JSON.stringify(callOf(entries, result)?.arguments ?? {}), 200)}`
}

/** Paths that calls named, those they wrote to first of all. */
function filesIn(message: Message): readonly string[] {
  if (message.role !== "assistant") return []
  return message.calls.flatMap((call) => pathsIn(call.arguments))
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
