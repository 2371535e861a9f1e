// Checks after a compaction that everything the contract promises is still there. Every breach is named.
import type { Contract } from "../../contracts/compaction.ts"
import type { Message } from "../../contracts/message.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import type { State } from "../../kernel/state/state.ts"
import { areCounted, isAnnounced } from "./losses.ts"
import { isUser, wordsOfUser } from "./shape.ts"

export function breaches(before: State, after: State): readonly string[] {
  const contract = after.digest?.contract ?? {}
  const gone = toArray(before.history).slice(0, after.dropped - before.dropped)
  return [
    ...wordsLost(before, gone, contract),
    ...carriedLost(before.digest?.contract ?? {}, contract),
    ...effectsLost(gone, contract),
    ...summaryLost(before, after),
    ...unpaired(toArray(after.history), after),
  ]
}

/** Each message of the user is there word for word, or its loss is announced. */
function wordsLost(before: State, gone: readonly Message[], contract: Contract): readonly string[] {
  const lost = contract.lost ?? []
  const said = new Map((contract.said ?? []).map((each) => [each.at, each]))
  const earlier = before.digest?.contract.said ?? []
  const users = gone.flatMap((message, place) =>
    isUser(message) ? [{ at: before.dropped + place, parts: wordsOfUser(message) }] : [],
  )
  const silent = [...earlier, ...users].filter(({ at, parts }) => {
    const kept = said.get(at)
    const isWhole = kept !== undefined && JSON.stringify(kept.parts) === JSON.stringify(parts)
    return !isWhole && !isAnnounced(at, lost)
  })
  return silent.map(({ at }) => `message ${at + 1} of the user is neither kept nor announced as lost`)
}

function carriedLost(before: Contract, after: Contract): readonly string[] {
  const lost = after.lost ?? []
  const fields = ["decisions", "effects", "approvals", "constraints"] as const
  const lists = fields.flatMap((field) => {
    const now = after[field] ?? []
    const missing = (before[field] ?? []).filter((item) => !now.includes(item) && !isShortened(item, now))
    return areCounted(field, lost) ? [] : missing.map((item) => `${field}: "${item}" is gone`)
  })
  return before.goal !== undefined && before.goal !== after.goal ? [...lists, "the goal has changed"] : lists
}

/** A very long item is shown in part, and says so. */
function isShortened(item: string, now: readonly string[]): boolean {
  return now.some((each) => each.includes("characters left out") && each.slice(0, 20) === item.slice(0, 20))
}

function effectsLost(gone: readonly Message[], contract: Contract): readonly string[] {
  const unknown = gone.filter((message) => message.role === "tool" && message.outcome === "unknown").length
  const isKept = (contract.effects ?? []).length > 0 || areCounted("effects", contract.lost ?? [])
  return unknown > 0 && !isKept ? [`${unknown} calls of unknown outcome are not carried over`] : []
}

function summaryLost(before: State, after: State): readonly string[] {
  const isLost = (before.digest?.summary ?? "").trim() !== "" && (after.digest?.summary ?? "").trim() === ""
  return isLost ? ["the earlier summary is gone"] : []
}

/** Every result has its call in the answer before it, and every answer's calls have their results. */
function unpaired(history: readonly Message[], { turn }: State): readonly string[] {
  const open = new Set<string>()
  const found: string[] = []
  const closeAll = () => {
    for (const call of open) found.push(`call ${call} has no result`)
    open.clear()
  }
  for (const message of history) {
    if (message.role === "tool") {
      if (!open.delete(message.call)) found.push(`result of ${message.call} has no call`)
      continue
    }
    closeAll()
    if (message.role === "assistant") for (const call of message.calls) open.add(call.id)
  }
  for (const { call } of turn?.calls ?? []) open.delete(call.id)
  closeAll()
  return found
}
