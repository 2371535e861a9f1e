// Every command in every state: a fact, `drop` or `later`.
import { describe, expect, it } from "vitest"
import type { Command } from "../contracts/command.ts"
import { INLINE_LIMIT_BYTES, text } from "../contracts/content.ts"
import type { Draft } from "../contracts/fact.ts"
import {
  aCall,
  answered,
  approvalRequested,
  approvalSettled,
  asked,
  cancelled,
  finished,
  modelFailed,
  opened,
  questionAnswered,
  questionAsked,
  said,
  stamp,
  toolFinished,
  toolStarted,
} from "../testing/fact-builders.ts"
import { promote } from "./promote.ts"
import { foldFacts } from "./state/fold.ts"

const ports = { ids: { next: () => "new-id" }, touches: () => ["touched"], checks: ["empty"] }
const wish = { turns: 0, stays: [] }
const restoring: Draft = { type: "restore-asked", command: "r", ...wish }
const calls = [said("go"), asked(), answered({ calls: [aCall("a"), aCall("b")] })]

const commands = {
  queue: { kind: "say", id: "c1", input: [text("hi")], whenBusy: "queue" },
  steer: { kind: "say", id: "c1", input: [text("hi")], whenBusy: "steer" },
  approve: { kind: "approve", id: "c1", call: "a", decision: "approved" },
  answer: { kind: "answer", id: "c1", call: "a", answer: "This" },
  cancel: { kind: "cancel", id: "c1" },
  compact: { kind: "compact", id: "c1" },
  restore: { kind: "restore", id: "c1", ...wish },
} satisfies Record<string, Command>

type Row = { readonly name: string; readonly happened: readonly Draft[] } & Readonly<
  Record<keyof typeof commands, string>
>

const nothing = { approve: "drop", answer: "drop", cancel: "drop" }
const quiet = { compact: "compaction-asked", restore: "restore-asked" }
const idle = { queue: "turn-started", steer: "turn-started", ...nothing, ...quiet }
const later = { compact: "compaction-asked", restore: "later" }
const busy = { queue: "later", steer: "input-added", ...nothing, cancel: "turn-cancelled", ...later }
const settling = { queue: "later", steer: "later", ...nothing, ...later }

const rows: readonly Row[] = [
  { name: "before the first turn", happened: [], ...idle },
  {
    name: "while files are restored",
    happened: [restoring],
    ...settling,
    compact: "later",
  },
  {
    name: "while a compaction is pending",
    happened: [{ type: "compaction-asked", command: "k" }],
    ...idle,
    restore: "later",
  },
  { name: "when a turn has started", happened: [said("go")], ...busy },
  { name: "while the model answers", happened: [said("go"), asked()], ...busy },
  { name: "while a retry is awaited", happened: [said("go"), asked(), modelFailed("rate-limit")], ...busy },
  { name: "with calls to run", happened: calls, ...busy },
  { name: "while a tool runs", happened: [...calls, toolStarted("a")], ...busy },
  {
    name: "while it awaits an approval",
    happened: [...calls, approvalRequested("a")],
    ...busy,
    approve: "approval-settled",
  },
  { name: "while another call awaits an approval", happened: [...calls, approvalRequested("b")], ...busy },
  { name: "when the approval was given", happened: [...calls, approvalRequested("a"), approvalSettled("a")], ...busy },
  { name: "while it awaits an answer", happened: [...calls, questionAsked("a")], ...busy, answer: "question-answered" },
  {
    name: "while its running tool asks a question",
    happened: [...calls, toolStarted("a"), questionAsked("a")],
    ...busy,
    answer: "question-answered",
  },
  {
    name: "when its tool's question was answered",
    happened: [...calls, toolStarted("a"), questionAsked("a"), questionAnswered("a")],
    ...busy,
  },
  { name: "when the answer was given", happened: [...calls, questionAsked("a"), questionAnswered("a")], ...busy },
  { name: "when the call is finished", happened: [...calls, approvalRequested("a"), toolFinished("a")], ...busy },
  { name: "while a cancelled turn is settled", happened: [...calls, toolStarted("a"), cancelled()], ...settling },
  {
    name: "while a cancelled approval is settled",
    happened: [...calls, approvalRequested("a"), cancelled()],
    ...settling,
  },
  { name: "while a cancelled question is settled", happened: [...calls, questionAsked("a"), cancelled()], ...settling },
  { name: "after a turn", happened: [said("go"), finished()], ...idle },
  { name: "after a failed turn", happened: [said("go"), finished("failed")], ...idle },
  {
    name: "after a turn that ended with an approval open",
    happened: [...calls, approvalRequested("a"), finished()],
    ...idle,
  },
]

const table = rows.flatMap((row) =>
  (Object.keys(commands) as (keyof typeof commands)[]).map((kind) => ({ ...row, kind, meaning: row[kind] })),
)

describe("a command", () => {
  it.each(table)("$kind $name: $meaning", ({ kind, happened, meaning }) => {
    const promoted = promote(foldFacts(stamp([opened(), ...happened])), commands[kind], ports)
    expect(typeof promoted === "string" ? promoted : promoted.fact.type).toBe(meaning)
    if (typeof promoted !== "string") expect(promoted.fact).toMatchObject({ command: "c1" })
  })

  it.each<{ command: Command; happened: readonly Draft[]; fact: Draft }>([
    {
      command: { ...commands.queue, by: "ada" },
      happened: [said("go"), finished()],
      fact: {
        type: "turn-started",
        turn: 2,
        trace: "new-id",
        input: [text("hi")],
        command: "c1",
        by: "ada",
        checks: ["empty"],
      },
    },
    {
      command: { ...commands.steer, by: "ada" },
      happened: [said("go")],
      fact: { type: "input-added", turn: 1, input: [text("hi")], command: "c1", by: "ada" },
    },
    {
      command: { ...commands.approve, decision: "denied", arguments: { n: 1 }, reason: "no", by: "ada" },
      happened: [...calls, approvalRequested("a")],
      fact: {
        type: "approval-settled",
        call: "a",
        decision: "denied",
        arguments: { n: 1 },
        touches: ["touched"],
        reason: "no",
        command: "c1",
        by: "ada",
      },
    },
    {
      command: commands.approve,
      happened: [...calls, approvalRequested("a")],
      fact: { type: "approval-settled", call: "a", decision: "approved", command: "c1" },
    },
    {
      command: { ...commands.answer, by: "ada" },
      happened: [...calls, questionAsked("a")],
      fact: { type: "question-answered", call: "a", answer: "This", command: "c1", by: "ada" },
    },
    { command: commands.cancel, happened: [said("go")], fact: { type: "turn-cancelled", turn: 1, command: "c1" } },
  ])("$command.kind becomes a fact with all of its fields", ({ command, happened, fact }) => {
    expect(promote(foldFacts(stamp([opened(), ...happened])), command, ports)).toMatchObject({ fact })
    const promoted = promote(foldFacts(stamp([opened(), ...happened])), command, ports)
    expect(typeof promoted !== "string" && promoted.fact).toEqual(fact)
  })

  it.each(["queue", "steer"] as const)("with a long text (%s) stores the text as a blob", (kind) => {
    const input = [text("x".repeat(INLINE_LIMIT_BYTES + 1))]
    const state = foldFacts(stamp([opened(), ...(kind === "steer" ? [said("go")] : [])]))
    const promoted = promote(state, { ...commands[kind], input }, ports)
    const blobs = typeof promoted === "string" ? [] : (promoted.blobs ?? [])
    expect(blobs).toHaveLength(1)
    expect(promoted).toMatchObject({ fact: { input: [{ type: "blob", hash: blobs[0]?.hash }] } })
  })
})

it("promote drops an answer to an earlier question of the same tool", () => {
  const first = [opened(), ...calls, toolStarted("a"), questionAsked("a")]
  const state = foldFacts(stamp([...first, questionAnswered("a"), questionAsked("a")]))
  const answer = (question: number) => promote(state, { ...commands.answer, question }, ports)
  expect(answer(first.length)).toBe("drop")
  expect(answer(state.seq)).toMatchObject({ fact: { type: "question-answered" } })
})
