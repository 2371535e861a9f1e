// What the statements that append are given: one session's append, or those of many as lists.
import type { Fact } from "@pawl/agent"
import type { Append, Blob, Spent } from "@pawl/agent/types"
import { plain, plainOrNull } from "./plain.ts"

export interface Appending {
  readonly append: Append
  /** Its facts as they are stored: one line of JSON each. */
  readonly bodies: readonly string[]
  readonly blobs: readonly Blob[]
}

/** For `append_all`. */
export function valuesOfAll(group: readonly Appending[]): readonly unknown[] {
  const rows = group.map(({ append }, n) => JSON.stringify(rowOf(append, n)))
  const blobs = group.flatMap((waiting, n) => waiting.blobs.map((blob) => ({ ...blob, n })))
  return [
    group.every(isPlain),
    group.map(({ append }) => append.session),
    `[${rows}]`,
    ...factsOf(group),
    blobs.map(({ n }) => n),
    blobs.map(({ hash }) => hash),
    blobs.map(({ bytes }) => bytes),
  ]
}

/** Place in the group, place in the append, type, command and body of each fact. Bodies are lines: JSON needs no second escaping. */
export function factsOf(group: readonly Appending[]): readonly unknown[] {
  const facts = group.flatMap(({ append }, n) => append.facts.map((fact, at) => ({ n, i: at + 1, fact })))
  return [
    numbers(facts.map(({ n }) => n)),
    numbers(facts.map(({ i }) => i)),
    facts.map(({ fact }) => fact.type),
    facts.map(({ fact }) => commandOf(fact)),
    group.flatMap(({ bodies }) => bodies).join("\n"),
  ]
}

/** Written out, because the driver would quote each number. */
export function numbers(list: readonly unknown[]): string {
  return `{${list}}`
}

/** What was spent by all of them, each with its place in the group. */
export function spentOf(group: readonly Appending[]) {
  return group.flatMap(({ append }, n) => append.spent?.map((spent) => ({ n, ...spentValues(spent) })) ?? [])
}

/** Facts and columns alone. */
function isPlain({ append, blobs }: Appending): boolean {
  const { consumed = [], spent = [] } = append
  return blobs.length + consumed.length + spent.length === 0
}

export function rowOf({ session, expectedSeq, epoch, facts, columns, consumed = [], spent = [] }: Append, n: number) {
  const { status, dueAt, openRequests, turns, messages, usage, preview, updatedAt, error, workspace } = columns
  return {
    n,
    session,
    seq: expectedSeq,
    epoch,
    facts: facts.length,
    status,
    due_at: dueAt,
    open_requests: openRequests.length === 0 ? "[]" : JSON.stringify(openRequests),
    turns,
    messages,
    usage: JSON.stringify(usage),
    preview: plain(preview),
    updated_at: updatedAt,
    error: plainOrNull(error),
    workspace: plainOrNull(workspace),
    ...(consumed.length > 0 && { consumed: [...new Set(consumed)] }),
    ...(spent.length > 0 && { spent: spent.map(spentValues) }),
  }
}

/** The command that became the fact. */
export function commandOf(fact: Fact): string | null {
  return "command" in fact ? plain(fact.command) : null
}

function spentValues({ day, model, requests, unpriced, usage, toolCalls, ms }: Spent) {
  return {
    day,
    model: plain(model),
    requests,
    unpriced,
    input: usage.inputTokens,
    output: usage.outputTokens,
    cache_read: usage.cacheReadTokens ?? 0,
    cache_write: usage.cacheWriteTokens ?? 0,
    cost: usage.costUsd ?? null,
    estimated: usage.estimated === true,
    tool_calls: toolCalls,
    ms,
  }
}
