// Performer that shows the model less of the history: plans the compaction, asks for a summary where the profile wants
// one, and writes the fact. A compaction always finishes, even if the summariser fails: there is always a summary made
// without a model.
import { toBlob } from "../../base/blob.ts"
import { defined } from "../../base/defined.ts"
import { modelAt, reservesOf, weigh } from "../../context/fitting.ts"
import type { Blob } from "../../contracts/blobs.ts"
import type { CompactionReason, Mask } from "../../contracts/compaction.ts"
import type { Model } from "../../contracts/model.ts"
import { defineStep, type PortsOf } from "../../kernel/define-step.ts"
import { MAX_ORPHANS, type StopReason, type Yielded } from "../../kernel/performer.ts"
import { ASIDE_NEEDS, askAside } from "../../kernel/performers/ask-aside.ts"
import { apply } from "../../kernel/state/apply.ts"
import type { State } from "../../kernel/state/state.ts"
import { breaches } from "./check.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"
import { longTexts } from "./long-texts.ts"
import { factOf, summaryOf } from "./made.ts"
import { planCompaction } from "./plan.ts"
import type { CompactionPlan } from "./plan-at.ts"
import { summaryRequest } from "./transcript.ts"

/** Step that shows the model less of the history from here on. */
export interface Compact {
  readonly kind: "compact"
  readonly key: string
  readonly why: CompactionReason
  /** Which model of the chain it must fit; the first unless given. */
  readonly chain?: number
}

export function compactStep(state: State, why: CompactionReason, chain: number): Compact {
  return { kind: "compact", key: `compact:${state.compaction.times + 1}`, why, ...(chain > 0 && { chain }) }
}

const NEEDS = [...ASIDE_NEEDS, "models", "toolbox", "blobs", "fitting", "policy"] as const

type Ports = PortsOf<typeof NEEDS>

export const compact = defineStep<Compact>()({ kind: "compact", needs: NEEDS, perform: performCompact })

export async function* performCompact(step: Compact, context: Ports): AsyncGenerator<Yielded, void, void> {
  const { state } = context
  const plan = await planFor(step, context)
  if (plan === undefined) {
    yield { fact: nothingToGain(step, context) }
    return
  }
  const attempt = `compact.${state.compaction.times + 1}`
  let answer = state.compaction.summary?.attempt === attempt ? state.compaction.summary.text : undefined
  const tries = state.compaction.summary?.attempt === attempt ? state.compaction.summary.tries : 0
  const wantsModel = plan.transcript !== undefined && answer === undefined && tries < MAX_ORPHANS
  if (wantsModel && state.turn?.cancelled !== true) {
    answer = yield* askForSummary(plan.transcript, plan, { attempt, chain: step.chain ?? 0 }, context)
    // The host wants the session back: the next runner asks again.
    if (answer === undefined && isInterrupted(context)) return
  }
  yield* finish(step, plan, answer, context)
}

async function planFor(step: Compact, context: Ports) {
  const { state, fitting, policy, toolbox, models } = context
  const chain = step.chain ?? 0
  const model = modelAt(fitting, chain).name || (models[chain]?.name ?? "")
  const tools = await toolbox.definitions()
  const budget = weigh(state, chain, fitting)
  return planCompaction(state, {
    policy,
    model,
    budget,
    // With less than this left the turn would have to end.
    spare: budget.tools > 0 ? reservesOf(budget.window, fitting).threshold : 0,
    why: step.why,
    canRead: tools.some(({ name }) => name === "read_result"),
    texts: await longTexts(state, context),
  })
}

/** If a summary takes longer than this, one is made without a model. */
const MAX_WAIT_MS = 60_000

async function* askForSummary(
  transcript: string,
  plan: CompactionPlan,
  { attempt, chain }: { readonly attempt: string; readonly chain: number },
  context: Ports,
): AsyncGenerator<Yielded, string | undefined, void> {
  const { state, models } = context
  const model = models[chain] ?? (models[0] as Model) // There is at least one.
  const words = Math.max(30, Math.floor(plan.summaryTokens * 0.6))
  const request = summaryRequest(transcript, words, state.compaction.asked?.focus)
  const sent = `${request.system}\n\n${transcript}`
  const limitMs = MAX_WAIT_MS
  const reply = yield* askAside({ purpose: "summary", attempt, model, request, sent, limitMs }, context)
  return reply.kind === "answer" ? reply.text : undefined
}

function isInterrupted({ signal }: Pick<Ports, "signal">): boolean {
  return signal.aborted && signal.reason !== ("cancelled" satisfies StopReason)
}

async function* finish(
  step: Compact,
  plan: CompactionPlan,
  answer: string | undefined,
  context: Ports,
): AsyncGenerator<Yielded, void, void> {
  const { state } = context
  const { masks, blobs } = masksOf(plan, state)
  // A summary that is longer than what it replaces gains nothing: then a line for each message is used, or nothing at
  // all.
  for (const made of [summaryOf(plan, answer), summaryOf(plan, undefined)]) {
    const planned = factOf(state, plan, made, { why: step.why, masks })
    const after = apply(state, { ...planned, v: 1, seq: state.seq + 1, at: state.at })
    const tokens = { before: historyTokens(state, step, context), after: historyTokens(after, step, context) }
    if (tokens.after >= tokens.before) continue
    const fact = { ...planned, tokens }
    const wrong = breaches(state, after)
    // A breach is announced to the model as lost; the log still has all of it.
    const lost = [...(fact.contract.lost ?? []), ...wrong]
    yield { fact: wrong.length === 0 ? fact : { ...fact, contract: { ...fact.contract, lost } }, blobs }
    return
  }
  yield { fact: nothingToGain(step, context) }
}

function historyTokens(state: State, { chain = 0 }: Compact, { fitting }: Pick<Ports, "fitting">): number {
  return weigh(state, chain, fitting).history
}

function masksOf(
  { shape, need }: CompactionPlan,
  { cutResults }: State,
): {
  readonly masks: readonly Mask[]
  readonly blobs: readonly Blob[]
} {
  const blobs: Blob[] = []
  const masks = [...shape.masks].flatMap(([place, { parts, spill, args }]): readonly Mask[] => {
    const entry = shape.entries[place]
    if (entry === undefined || place < shape.drops) return []
    const { at, message } = entry
    const mask = { at, parts, ...defined({ args }) }
    if (spill !== true || message.role !== "tool") return [mask]
    // The result was cut before, so the whole text is already stored.
    if (Object.hasOwn(cutResults, message.call)) return [mask]
    const blob = toBlob(Buffer.from(need.textOf(message.parts), "utf8"))
    blobs.push(blob)
    const part = { type: "blob", hash: blob.hash, mime: "text/plain", size: blob.bytes.length } as const
    return [{ ...mask, full: { call: message.call, part } }]
  })
  return { masks, blobs }
}

function nothingToGain(step: Compact, context: Ports): HistoryCompacted {
  const { state } = context
  const { summary = "", contract = {} } = state.digest ?? {}
  const tokens = historyTokens(state, step, context)
  return {
    type: "history-compacted",
    strategy: "nothing to gain",
    from: 0,
    to: state.dropped - 1,
    summary,
    contract,
    why: step.why,
    tokens: { before: tokens, after: tokens },
  }
}
