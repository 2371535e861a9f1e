// What a log must never hold, whatever happened to the processes that wrote it.
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { foldFacts } from "../../packages/agent/src/kernel/state/fold.ts"
import { messagesOf } from "../../packages/agent/src/kernel/state/messages.ts"
import { fromSnapshot, toSnapshot } from "../../packages/agent/src/kernel/state/snapshot.ts"
import { anthropicObjections, openAiObjections } from "../../packages/agent/src/model/strict/history.ts"
import { toAnthropicMessages } from "../../packages/agent/src/model/wire/anthropic-messages.ts"
import { toOpenAiMessages } from "../../packages/agent/src/model/wire/openai-messages.ts"

export function logObjections(
  facts: readonly Fact[],
  accepted: readonly string[],
  effects: ReadonlyMap<string, number>,
): readonly string[] {
  return [
    ...numbering(facts),
    ...turns(facts),
    ...outcomes(facts),
    ...calls(facts),
    ...commands(facts, accepted),
    ...onlyOnce(facts, effects),
    ...history(facts),
  ]
}

function numbering(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact, index) => (fact.seq === index + 1 ? [] : [`fact ${index + 1} is numbered ${fact.seq}`]))
}

function turns(facts: readonly Fact[]): readonly string[] {
  const started = facts.flatMap((fact) => (fact.type === "turn-started" ? [fact.turn] : []))
  const finished = facts.flatMap((fact) => (fact.type === "turn-finished" ? [fact.turn] : []))
  return `${started}` === `${finished}` ? [] : [`turns started ${started}, finished ${finished}`]
}

/** A turn fails for its own reasons, never because of a cancel of another one. */
function outcomes(facts: readonly Fact[]): readonly string[] {
  return facts.flatMap((fact) => {
    if (fact.type !== "turn-finished") return []
    const cancelled = facts.some((other) => other.type === "turn-cancelled" && other.turn === fact.turn)
    if (cancelled !== (fact.outcome === "cancelled"))
      return [`turn ${fact.turn} ended ${fact.outcome}, cancelled: ${cancelled}`]
    return fact.error?.code === "cancelled" ? [`turn ${fact.turn} failed by a cancel`] : []
  })
}

function calls(facts: readonly Fact[]): readonly string[] {
  const asked = facts.flatMap((fact) => (fact.type === "model-answered" ? fact.calls.map((call) => call.id) : []))
  // A pending call may be taken up by a retry, and then has another result.
  const given = facts.flatMap((fact) => (fact.type === "tool-finished" && fact.pending === true ? [fact.call] : []))
  const settled = facts.flatMap((fact) => (fact.type === "tool-finished" && !fact.pending ? [fact.call] : []))
  const finished = [...settled, ...given.filter((call) => !settled.includes(call))]
  const twice = finished.filter((call, index) => finished.indexOf(call) !== index)
  return [
    ...asked.filter((call) => !finished.includes(call)).map((call) => `${call} has no result`),
    ...twice.map((call) => `${call} has two results`),
    ...finished.filter((call) => !asked.includes(call)).map((call) => `${call} was never asked for`),
  ]
}

function commands(facts: readonly Fact[], accepted: readonly string[]): readonly string[] {
  const carriedOut = facts.flatMap((fact) => ("command" in fact ? [fact.command] : []))
  return [
    ...accepted.filter((id) => !carriedOut.includes(id)).map((id) => `said ${id} was lost`),
    ...carriedOut.filter((id, index) => carriedOut.indexOf(id) !== index).map((id) => `${id} was carried out twice`),
  ]
}

/** By the external count, a `once` tool acts twice only if the log declares it, and one that reported success did act. */
function onlyOnce(facts: readonly Fact[], effects: ReadonlyMap<string, number>): readonly string[] {
  const outcomes = new Map(facts.flatMap((fact) => (fact.type === "tool-finished" ? [[fact.call, fact.outcome]] : [])))
  return facts.flatMap((fact) => {
    // A call that ends the turn has no effect of its own.
    if (fact.type !== "tool-started" || fact.ends === true) return []
    const happened = effects.get(fact.effectKey) ?? 0
    const isDeclared = (other: Fact) =>
      other.type === "tool-started" && other.effectKey === fact.effectKey && other.again === "profile"
    if (fact.effect === "once" && happened > 1 + facts.filter(isDeclared).length)
      return [`${fact.effectKey} happened ${happened} times`]
    const outcome = outcomes.get(fact.call)
    if (outcome === "ok" && happened === 0) return [`${fact.effectKey} is reported as done and did not happen`]
    if (outcome === "skipped" && happened > 0) return [`${fact.effectKey} is reported as skipped and happened`]
    return []
  })
}

function history(facts: readonly Fact[]): readonly string[] {
  const state = foldFacts(facts)
  const messages = messagesOf(state)
  const again = JSON.stringify(messagesOf(fromSnapshot(toSnapshot(state))))
  const asUser = [...messages, { role: "user", parts: [{ type: "text", text: "next" }] } as const]
  return [
    ...openAiObjections(toOpenAiMessages({ system: "", messages, blobs: new Map() })),
    ...anthropicObjections(toAnthropicMessages({ messages: asUser, blobs: new Map() })),
    ...(again === JSON.stringify(messages) ? [] : ["a snapshot folds to another history"]),
  ]
}
