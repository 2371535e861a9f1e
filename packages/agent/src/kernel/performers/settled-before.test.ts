import { describe, expect, it } from "vitest"
import { plainText } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { settledBefore } from "./settled-before.ts"

const denied = { ...approvalSettled("a", "denied"), reason: "too risky" } as Draft
const again = (effect: "read" | "idempotent" | "once", times: number) =>
  Array.from({ length: times }, () => toolStarted("a", effect, "real"))

interface Row {
  readonly name: string
  readonly happened: readonly Draft[]
  /** Outcome, code and a piece of the text; absent when the call has to run. */
  readonly result?: readonly [string, string | undefined, string]
}

const rows: readonly Row[] = [
  {
    name: "that waits for a child, however often its process died",
    happened: again("idempotent", 5).map((fact): Draft => ({ ...fact, child: "c" }) as Draft),
  },
  { name: "not started", happened: [] },
  { name: "approved", happened: [approvalRequested("a"), approvalSettled("a")] },
  {
    name: "denied",
    happened: [approvalRequested("a"), approvalSettled("a", "denied")],
    result: ["denied", "denied", 'did not allow "tool".'],
  },
  {
    name: "denied with a reason",
    happened: [approvalRequested("a"), denied],
    result: ["denied", "denied", "Reason: too risky"],
  },
  { name: "answered", happened: [questionAsked("a"), questionAnswered("a")], result: ["ok", undefined, "This one"] },
  {
    name: "answered with nothing",
    happened: [questionAsked("a"), questionAnswered("a", "")],
    result: ["ok", undefined, "(no answer)"],
  },
  {
    name: "cancelled before it ran",
    happened: [cancelled()],
    result: ["skipped", "cancelled", "before this call ran"],
  },
  {
    name: "cancelled while it awaited approval",
    happened: [approvalRequested("a"), cancelled()],
    result: ["skipped", "cancelled", ""],
  },
  {
    name: "cancelled while it awaited an answer",
    happened: [questionAsked("a"), cancelled()],
    result: ["skipped", "cancelled", ""],
  },
  {
    name: "cancelled after it was approved",
    happened: [approvalSettled("a"), cancelled()],
    result: ["skipped", "cancelled", ""],
  },
  { name: "cancelled after it was denied", happened: [denied, cancelled()], result: ["skipped", "cancelled", ""] },
  { name: "read, orphaned once", happened: again("read", 1) },
  { name: "read, orphaned twice", happened: again("read", 2) },
  {
    name: "read, orphaned three times",
    happened: again("read", 3),
    result: ["unknown", "crash-loop", 'ended 3 times while "real" ran'],
  },
  { name: "idempotent, orphaned once", happened: again("idempotent", 1) },
  { name: "idempotent, orphaned twice", happened: again("idempotent", 2) },
  {
    name: "idempotent, orphaned three times",
    happened: again("idempotent", 3),
    result: ["unknown", "crash-loop", "Verify"],
  },
  {
    name: "once, orphaned",
    happened: again("once", 1),
    result: ["unknown", "outcome-unknown", '"real" was stopped while it ran. It may or may not'],
  },
  {
    name: "once, approved and orphaned",
    happened: [approvalSettled("a"), ...again("once", 1)],
    result: ["unknown", "outcome-unknown", "Verify"],
  },
  {
    name: "read, orphaned and cancelled",
    happened: [...again("read", 1), cancelled()],
    result: ["error", "cancelled", '"real" was stopped'],
  },
  {
    name: "idempotent, orphaned and cancelled",
    happened: [...again("idempotent", 1), cancelled()],
    result: ["unknown", "outcome-unknown", "Verify"],
  },
  {
    name: "once, orphaned and cancelled",
    happened: [...again("once", 1), cancelled()],
    result: ["unknown", "outcome-unknown", "Verify"],
  },
]

describe("settledBefore: what the facts alone decide about a call", () => {
  it.each(rows)("$name: $result.0 $result.1", ({ happened, result }) => {
    const facts = stamp([opened(), said("go"), asked(), answered({ calls: [aCall("a")] }), ...happened])
    const turn = foldFacts(facts).turn!
    const settled = settledBefore(turn.calls[0]!, turn)
    const [outcome, code, says = ""] = result ?? []
    expect([settled?.outcome, settled?.code]).toEqual([outcome, code])
    expect(plainText(settled?.content ?? [])).toContain(says)
  })
})
