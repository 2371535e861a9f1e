// The transcript of real sessions: each kind of message and each state of a tool card.
import { expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Fact } from "../../contracts/fact.ts"
import { call, type Script, scripted } from "../../model/scripted.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { PartialResult, ToolFailure, tool } from "../../tools/tool.ts"
import type { ToolCard, TranscriptTurn } from "./transcript.ts"
import { transcriptOf } from "./transcript-of.ts"

const input = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] } as const
const refund = tool({
  name: "refund",
  description: "Pays an order back.",
  input,
  effect: "once",
  preview: ({ order }) => `Refund ${order}`,
  run: ({ order }) => `Refunded ${order}.`,
})
const look = tool({
  name: "look",
  description: "Looks an order up.",
  input,
  effect: "read",
  run: ({ order }) => {
    if (order === 0) throw new ToolFailure("no-order", "There is no order 0.")
    return new PartialResult({ order: Number(order) }, "its invoice")
  },
})

async function played(script: Script, use: (session: Session) => Promise<void>): Promise<readonly Fact[]> {
  const agent = await createAgent({ model: scripted(script), tools: [refund, look], store: memory(), questions: true })
  const session = await agent.open({ id: "s" })
  await use(session)
  const facts = await session.facts()
  expect(await session.transcript()).toEqual(transcriptOf(facts))
  await agent.close()
  return facts
}

function cardsIn(turns: readonly TranscriptTurn[]): readonly ToolCard[] {
  const answers = turns.flatMap(({ messages }) => messages).filter((message) => message.role === "assistant")
  return answers.flatMap(({ parts }) => parts).filter((part) => part.type === "tool")
}

const refunding: Script = ({ results }) =>
  results.length > 0 ? "Done." : { text: "I refund it.", thinking: "Hm.", calls: [call("refund", { order: 42 })] }

it("has each turn with its input, the thoughts, words and calls of its answers, and how it ended", async () => {
  const facts = await played(refunding, async (session) => {
    for await (const event of session.send("Refund order 42.", { by: "ann" }))
      if (event.type === "approval-requested") await session.decide(event, "approve", { by: "bob" })
  })
  const [turn, ...more] = transcriptOf(facts)
  expect(more).toEqual([])
  expect(turn).toMatchObject({
    turn: 1,
    outcome: "completed",
    messages: [
      { role: "user", parts: [{ type: "text", text: "Refund order 42." }], by: "ann" },
      {
        role: "assistant",
        parts: [
          { type: "thinking", text: "Hm." },
          { type: "text", text: "I refund it." },
          {
            type: "tool",
            name: "refund",
            arguments: { order: 42 },
            state: "ok",
            result: [{ type: "text", text: "Refunded 42." }],
            approval: { preview: "Refund 42", risk: "changes", decision: "approved", by: "bob" },
          },
        ],
      },
      { role: "assistant", parts: [{ type: "text", text: "Done." }] },
    ],
  })
  expect(turn?.endedAt).toBeGreaterThanOrEqual(turn?.startedAt ?? Number.POSITIVE_INFINITY)
})

it("a card goes through asked, waiting, asked, running and its outcome, as facts come in", async () => {
  const facts = await played(refunding, async (session) => {
    for await (const event of session.send("Refund order 42."))
      if (event.type === "approval-requested") await session.decide(event, "approve")
  })
  const states = facts.map((_, place) => cardsIn(transcriptOf(facts.slice(0, place + 1)))[0]?.state)
  const changes = states.filter((state, place) => state !== undefined && state !== states[place - 1])
  expect(changes).toEqual(["asked", "waiting", "asked", "running", "ok"])
})

const endings: readonly (readonly [string, ReturnType<typeof call>, object])[] = [
  ["denied", call("refund", { order: 1 }), { state: "denied", approval: { decision: "denied", reason: "Too late." } }],
  ["failed", call("look", { order: 0 }), { state: "error", code: "no-order" }],
  ["partly done", call("look", { order: 3 }), { state: "ok", code: "partial", value: { order: 3 } }],
  ["unknown", call("nothing", {}), { name: "nothing", state: "error", code: "tool-not-found" }],
  [
    "a question",
    call("ask_user", { question: "Which?", options: ["a"] }),
    { state: "ok", question: { text: "Which?", suggestions: ["a"], answer: "a" } },
  ],
]
it.each(endings)("a call that is %s has a card that says so", async (_, made, expected) => {
  const script: Script = ({ results }) => (results.length > 0 ? "Done." : { calls: [made] })
  const facts = await played(script, async (session) => {
    for await (const event of session.send("Go.")) {
      if (event.type === "approval-requested") await session.decide(event, "deny", { reason: "Too late." })
      if (event.type === "question-asked") await session.answer(event, "a")
    }
  })
  expect(cardsIn(transcriptOf(facts))).toMatchObject([{ type: "tool", ms: expect.any(Number), ...expected }])
})

it("keeps what was condensed, and marks turns that were taken back", async () => {
  const facts = await played(
    ({ said }) => `You said ${said}.`,
    async (session) => {
      for (const words of ["one", "two", "three"]) await session.ask(words)
      await session.compact()
      for await (const { type } of session.events()) if (type === "compaction-done") break
      await session.rewind({ turn: 3, what: "conversation" })
    },
  )
  expect(facts.some(({ type }) => type === "history-compacted")).toBe(true)
  const turns = transcriptOf(facts)
  const said = turns.map(({ messages }) =>
    messages.map(({ parts }) => parts.map((part) => "text" in part && part.text)),
  )
  expect(said).toEqual(["one", "two", "three"].map((words) => [[words], [`You said ${words}.`]]))
  expect(turns.map(({ rewound = false }) => rewound)).toEqual([false, false, true])
})

it("has what the last words of a turn offer to go on with", async () => {
  const facts = await played(
    () => "Which one?",
    async (session) => {
      await session.ask("Refund my order.")
    },
  )
  const offered = facts.map((fact) => (fact.type === "turn-finished" ? { ...fact, suggestions: ["42", "43"] } : fact))
  expect(transcriptOf(offered)[0]?.suggestions).toEqual(["42", "43"])
  expect(transcriptOf(facts)[0]).not.toHaveProperty("suggestions")
})
