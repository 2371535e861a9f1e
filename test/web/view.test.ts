// What a page shows of a session: turns of the server's transcript at any fact, and the events after it, are the transcript at
// the end, for sessions of every kind.
import { createAgent, type Event, memory, PartialResult, type Session, ToolFailure, tool } from "@pawl/agent"
import { call, type Script, scripted } from "@pawl/agent/testing"
import { describe, expect, it } from "vitest"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { transcriptOf } from "../../packages/agent/src/features/transcript/transcript-of.ts"
import { applyEvent } from "../../packages/web/src/data/view/apply-event.ts"
import { EMPTY_VIEW, type SessionView, type ViewTurn } from "../../packages/web/src/data/view/session-view.ts"

const input = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] } as const
const tools = [
  tool({
    name: "refund",
    description: "Pays an order back.",
    input,
    effect: "once",
    preview: ({ order }) => `Refund ${order}`,
    run: ({ order }) => `Refunded ${order}.`,
  }),
  tool({
    name: "look",
    description: "Looks an order up.",
    input,
    effect: "read",
    run: ({ order }) => {
      if (order === 0) throw new ToolFailure("no-order", "There is no order 0.")
      return new PartialResult({ order: Number(order) }, "its invoice")
    },
  }),
]

type Reaction = (session: Session, event: Event) => Promise<unknown> | undefined

interface Play {
  readonly script: Script
  /** One turn after the other. */
  readonly says?: readonly string[]
  readonly on?: Reaction
  readonly after?: (session: Session) => Promise<unknown>
}

const calling =
  (...calls: readonly ReturnType<typeof call>[]): Script =>
  ({ results }) =>
    results.length > 0 ? "Done." : { text: "I do it.", thinking: "Hm.", calls }

const decides =
  (decision: "approve" | "deny", more: object = {}): Reaction =>
  (session, event) =>
    event.type === "approval-requested" ? session.decide(event, decision, more) : undefined

/** The first time only. */
function once(type: Event["type"], act: (session: Session) => Promise<unknown>): Reaction {
  let isDone = false
  return (session, event) => {
    if (event.type !== type || isDone) return undefined
    isDone = true
    return act(session)
  }
}

const long = "A long answer of many words that comes in pieces, one after the other, until it is cut off. ".repeat(4)
let failures = 0

const PLAYS: Readonly<Record<string, () => Play>> = {
  "words only": () => ({ script: ({ said }) => `You said ${said}.`, says: ["one", "two"] }),
  "an approved call": () => ({ script: calling(call("refund", { order: 42 })), on: decides("approve") }),
  "an edited call": () => ({
    script: calling(call("refund", { order: 42 })),
    on: decides("approve", { arguments: { order: 43 } }),
  }),
  "a denied call": () => ({
    script: calling(call("refund", { order: 1 })),
    on: decides("deny", { reason: "Too late." }),
  }),
  "calls side by side that end in different ways": () => ({
    script: calling(call("look", { order: 0 }), call("look", { order: 3 }), call("nothing", {})),
  }),
  "calls without words in two rounds": () => ({
    script: ({ results }) => (results.length > 1 ? "Done." : { calls: [call("look", { order: results.length + 1 })] }),
  }),
  "a question": () => ({
    script: calling(call("ask_user", { question: "Which?", options: ["a"] })),
    on: (session, event) => (event.type === "question-asked" ? session.answer(event, "a") : undefined),
  }),
  "an answer that is cut off by the person": () => ({
    script: () => ({ text: long, thinking: "Hm." }),
    on: once("text-delta", (session) => session.cancel()),
  }),
  "a call that waits when the person cancels": () => ({
    script: calling(call("refund", { order: 42 })),
    on: once("approval-requested", (session) => session.cancel()),
  }),
  "a message in the middle of a round": () => ({
    script: ({ results }) => (results.length > 0 ? "Done." : { text: long, calls: [call("look", { order: 1 })] }),
    on: once("text-delta", (session) => session.send("Be quick.", { whenBusy: "steer" }).accepted()),
  }),
  "an empty answer that the model is asked about": () => {
    failures = 0
    return { script: () => (++failures > 1 ? "Now I answer." : "") }
  },
  "an answer that promises a call and is asked for it": () => {
    failures = 0
    return { script: () => (++failures > 1 ? "Here it is." : "Let me look that up now:") }
  },
  "a request that fails in the middle and is sent again": () => {
    failures = 0
    const error = { class: "server-error", code: "http-500", message: "Broken." } as const
    return { script: () => (++failures > 1 ? "It works." : { error, text: "It w" }) }
  },
  "a turn that fails": () => ({
    script: () => ({ error: { class: "auth", code: "http-401", message: "No key." } }),
  }),
  "sub-agents, one of which needs an approval": () => ({
    script: ({ said, results }) => {
      if (results.length > 0) return "Done."
      if (said !== "Go.") return { calls: [call(said, { order: 7 })] }
      return { text: "Two do it.", calls: ["look", "refund"].map((task) => call("delegate", { task })) }
    },
    on: decides("approve"),
  }),
  "turns that are taken back": () => ({
    script: ({ said }) => `You said ${said}.`,
    says: ["one", "two", "three"],
    after: (session) => session.rewind({ turn: 2, what: "conversation" }),
  }),
}

interface Recorded {
  readonly facts: readonly Fact[]
  eventsAfter(position: string | number): Promise<readonly Event[]>
  close(): Promise<void>
}

async function recorded({ script, says = ["Go."], on, after }: Play): Promise<Recorded> {
  const model = scripted(script, { chunkMs: 1 })
  const agent = await createAgent({ model, tools, store: memory(), questions: true, delegation: true })
  const session = await agent.open({ id: "s" })
  for (const words of says) for await (const event of session.send(words)) await on?.(session, event)
  await after?.(session)
  const facts = await session.facts()
  return { facts, eventsAfter: (position) => eventsOf(session, position), close: () => agent.close() }
}

/** All that the log has to tell after a position. */
async function eventsOf(session: Session, after: string | number): Promise<readonly Event[]> {
  const last = (await session.info())?.seq ?? 0
  const events: Event[] = []
  if (Number.parseInt(`${after}`, 10) >= last) return events
  for await (const event of session.events({ after })) {
    events.push(event)
    if (event.position === `${last}`) break
  }
  return events
}

/**
 * What a page shows. Times differ, and events leave out who decided, why, the bytes of long results, the arguments of a question,
 * and the order of calls that never ran: a page asks the server for these.
 */
function shown(turns: readonly Pick<ViewTurn, "turn" | "outcome" | "error" | "usage" | "rewound" | "messages">[]) {
  return turns.map(({ turn, outcome, error, usage, rewound, messages }) => ({
    turn,
    outcome,
    error,
    usage,
    rewound,
    messages: messages.map((message) => ({
      role: message.role,
      seq: message.seq,
      ended: message.role === "assistant" ? message.ended : undefined,
      words: message.parts.filter(({ type }) => type !== "tool"),
      cards: message.parts
        .flatMap((part) => (part.type === "tool" ? [shownCard(part)] : []))
        .sort((a, b) => a.call.localeCompare(b.call)),
    })),
  }))
}

function shownCard(card: Extract<ViewTurn["messages"][number]["parts"][number], { readonly type: "tool" }>) {
  const { isStarted: _s, full: _f, approval, question, code, ...rest } = card as typeof card & { isStarted?: boolean }
  return {
    ...rest,
    arguments: question === undefined ? rest.arguments : {},
    approval: approval && { ...approval, since: 0, by: undefined, reason: undefined },
    question: question && { ...question, since: 0 },
    code: rest.state === "ok" ? undefined : code,
  }
}

function viewAt(facts: readonly Fact[], seq: number): SessionView {
  const turns = transcriptOf(facts.filter((fact) => fact.seq <= seq)) as unknown as SessionView["turns"]
  return { ...EMPTY_VIEW, turns }
}

describe.each(Object.entries(PLAYS))("%s", (_name, play) => {
  it("is shown the same, wherever a page was loaded", async () => {
    const { facts, eventsAfter, close } = await recorded(play())
    const whole = shown(transcriptOf(facts) as unknown as SessionView["turns"])
    for (const { seq } of facts) {
      const view = (await eventsAfter(seq)).reduce((now, event) => applyEvent(now, event, 1), viewAt(facts, seq))
      expect(shown(view.turns), `loaded at fact ${seq}`).toEqual(whole)
      expect(view.live, `loaded at fact ${seq}`).toBeUndefined()
    }
    await close()
  })
})
