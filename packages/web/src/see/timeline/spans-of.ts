// The facts of a turn as spans on lanes: one row for each type of fact that a timeline shows.
import type { Fact } from "@pawl/client"
import { numberIn, objectIn, textIn } from "../facts/fact-fields.ts"
import type { Span, SpanKind, SpanState } from "./span.ts"
import { SpanBuilder } from "./span-builder.ts"

type Rule = (spans: SpanBuilder, fact: Fact) => void

export interface SpanSource {
  readonly session: string
  /** In order. */
  readonly facts: readonly Fact[]
  /** Until when something that is open lasts. */
  readonly now: number
}

export function spansOf({ session, facts, now }: SpanSource): readonly Span[] {
  const spans = new SpanBuilder(session)
  for (const fact of facts) RULES[fact.type]?.(spans, fact)
  return spans.spans(now)
}

const RULES: { readonly [T in Fact["type"]]?: Rule } = {
  "turn-started": marking("other", "turn", () => "turn-started"),
  "input-added": marking("other", "input", () => ""),
  "model-asked": modelAsked,
  "model-answered": (spans, fact) => void spans.end(modelKey(fact), fact, "ok"),
  "model-failed": modelFailed,
  "request-held": (spans, fact) => {
    if (spans.isOpen("rate")) return spans.join("rate", fact)
    spans.begin("rate", fact, { lane: "waits", kind: "rate", name: textIn(fact, "model") ?? "" })
  },
  nudged: marking("nudges", "nudge", (fact) => textIn(fact, "reason") ?? ""),
  "output-checked": marking("nudges", "nudge", () => "output-checked"),
  "approval-requested": asking("approval"),
  "approval-settled": (spans, fact) => {
    const decision = textIn(fact, "decision") ?? ""
    spans.end(`approval:${callOf(fact)}`, fact, decision === "denied" ? "refused" : "ok", decision)
  },
  "question-asked": asking("question"),
  "question-answered": (spans, fact) => void spans.end(`question:${callOf(fact)}`, fact, "ok", "answered"),
  "question-withdrawn": (spans, fact) =>
    void spans.end(`question:${callOf(fact)}`, fact, "refused", textIn(fact, "why")),
  "tool-started": toolStarted,
  "tool-finished": toolFinished,
  "compaction-asked": (spans, fact) => spans.begin("compaction", fact, compaction("asked")),
  "history-compacted": (spans, fact) => {
    const how = textIn(fact, "strategy") ?? ""
    if (!spans.end("compaction", fact, "ok", how)) spans.mark(fact, { ...compaction(how), state: "ok" })
  },
  "plan-made": marking("other", "plan", () => "plan-made"),
  "plan-step-finished": marking("other", "plan", (fact) => `${numberIn(fact, "step") ?? ""}`),
  "plan-failed": marking("other", "plan", () => "plan-failed", "failed"),
  "turn-cancelled": marking("other", "turn", () => "turn-cancelled", "refused"),
  "turn-finished": turnFinished,
  "checkpoint-made": marking("other", "files", () => "checkpoint-made"),
  "restore-asked": marking("other", "files", () => "restore-asked"),
  "files-restored": marking("other", "files", () => "files-restored"),
  "conversation-rewound": marking("other", "files", () => "conversation-rewound"),
  "catalogue-changed": marking("other", "limit", () => "catalogue-changed"),
  "usage-limit-met": marking("other", "limit", () => "usage-limit-met"),
}

function marking(lane: Span["lane"], kind: SpanKind, name: (fact: Fact) => string, state: SpanState = "plain"): Rule {
  return (spans, fact) => spans.mark(fact, { lane, kind, name: name(fact), state })
}

function asking(kind: "approval" | "question"): Rule {
  return (spans, fact) => {
    const call = callOf(fact)
    spans.begin(`${kind}:${call}`, fact, { lane: "waits", kind, name: textIn(fact, "name") ?? "", call })
  }
}

function compaction(name: string) {
  return { lane: "compactions", kind: "compaction", name } as const
}

const PURPOSES: ReadonlySet<string> = new Set(["judge", "summary", "sampling"])

function modelAsked(spans: SpanBuilder, fact: Fact): void {
  spans.end("retry", fact, "plain")
  spans.end("rate", fact, "plain")
  const purpose = textIn(fact, "purpose")
  if (purpose === "summary" && !spans.isOpen("compaction")) spans.begin("compaction", fact, compaction("threshold"))
  // The turn goes on without a summary: there is none.
  if (purpose === undefined) spans.end("compaction", fact, "failed")
  const kind = purpose !== undefined && PURPOSES.has(purpose) ? (purpose as SpanKind) : "model"
  const attempt = textIn(fact, "attempt") ?? ""
  spans.end(modelKey(fact), fact, "failed", "crashed")
  spans.begin(modelKey(fact), fact, { lane: "model", kind, name: textIn(fact, "model") ?? "", attempt })
}

function modelFailed(spans: SpanBuilder, fact: Fact): void {
  const { code } = objectIn(fact, "error")
  const why = typeof code === "string" ? code : "failed"
  spans.end(modelKey(fact), fact, "failed", why)
  const retryAt = numberIn(fact, "retryAt")
  if (retryAt !== undefined) spans.begin("retry", fact, { lane: "waits", kind: "retry", name: why })
}

function toolStarted(spans: SpanBuilder, fact: Fact): void {
  const call = callOf(fact)
  const child = textIn(fact, "child")
  spans.end(`tool:${call}`, fact, "unknown", "crashed")
  spans.begin(`tool:${call}`, fact, {
    lane: "tools",
    kind: "tool",
    name: textIn(fact, "name") ?? "",
    call,
    ...(child !== undefined && { child }),
  })
}

const STATES: Readonly<Record<string, SpanState>> = {
  ok: "ok",
  error: "failed",
  timeout: "failed",
  unknown: "unknown",
  denied: "refused",
  refused: "refused",
  skipped: "refused",
}

function toolFinished(spans: SpanBuilder, fact: Fact): void {
  const call = callOf(fact)
  const outcome = textIn(fact, "outcome") ?? "unknown"
  const state = STATES[outcome] ?? "unknown"
  for (const wait of ["approval", "question"]) spans.end(`${wait}:${call}`, fact, "refused", outcome)
  if (spans.end(`tool:${call}`, fact, state, outcome)) return
  // It was never started: refused, denied, or no such tool.
  spans.mark(fact, { lane: "tools", kind: "tool", name: textIn(fact, "name") ?? "", call, state, outcome })
}

function turnFinished(spans: SpanBuilder, fact: Fact): void {
  spans.endAll(fact)
  const outcome = textIn(fact, "outcome") ?? ""
  const state = outcome === "failed" ? "failed" : outcome === "cancelled" ? "refused" : "ok"
  spans.mark(fact, { lane: "other", kind: "turn", name: "turn-finished", outcome, state })
}

function callOf(fact: Fact): string {
  return textIn(fact, "call") ?? ""
}

function modelKey(fact: Fact): string {
  return `model:${textIn(fact, "attempt") ?? ""}`
}
