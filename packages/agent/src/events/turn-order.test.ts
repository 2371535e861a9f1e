// The documented order of a turn's events, for every course of a turn, as its sender sees it (F15).
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { AgentOptions } from "../agent/options.ts"
import type { Answer, Reply } from "../contracts/answer.ts"
import type { Event } from "../contracts/event.ts"
import type { Model } from "../contracts/model.ts"
import type { RateLimiter } from "../contracts/rates.ts"
import { call } from "../model/scripted.ts"
import type { Profile } from "../profiles/profile.ts"
import { xmlTools } from "../profiles/xml-tools.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import type { Session } from "../session/handle.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { streamObjections } from "./__fixtures__/stream-objections.ts"

type Given = Partial<Answer> | Extract<Reply, { kind: "failure" }>

/** Lets no request through at first. */
function holdingOnce(): RateLimiter["admit"] {
  let asked = 0
  return () => (asked++ === 0 ? 3000 : 0)
}

/** Gives these replies one after the other, streams their text and thinking, and repeats the last one. */
function replying(...replies: readonly Given[]): Model {
  let asked = 0
  return {
    name: "replying",
    ask: async (_request, { onText, onReasoning }) => {
      const reply = replies[Math.min(asked++, replies.length - 1)] ?? {}
      if (reply.kind === "failure") return reply
      for (const { text } of reply.reasoning ?? []) onReasoning(text)
      if (reply.text) onText(reply.text)
      return { kind: "answer", text: "", reasoning: [], calls: [], problems: [], stop: "end", ...reply }
    },
  }
}

const failing = (errorClass: "auth" | "rate-limit"): Given => ({
  kind: "failure",
  error: { class: errorClass, code: errorClass, message: errorClass },
})

/** Streams text until it is aborted. */
const endless: Model = {
  name: "endless",
  ask: (_request, { onText, signal }) => {
    onText("Once upon a time")
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))))
  },
}

const input = { type: "object", properties: {} } as const
const look = tool({ name: "look", description: "", input, effect: "read", run: () => "seen" })
const write = tool({ name: "write", description: "", input, effect: "once", run: () => "written" })
const ask = tool({
  name: "ask",
  description: "",
  input,
  question: () => ({ question: "Which?", suggestions: ["This"] }),
  effect: "once",
  run: () => "",
})
const broken = tool({
  name: "broken",
  description: "",
  input,
  effect: "read",
  run: () => {
    throw new Error("It did not work.")
  },
})
const wait = tool({
  name: "wait",
  description: "",
  input,
  effect: "read",
  run: () => new Promise<string>(() => {}),
})

/** The rules of xml-tools, with native calls. */
function nativeXmlTools(): Profile {
  const { dialect: _markup, ...profile } = xmlTools()
  return profile
}

interface Row {
  readonly name: string
  readonly model: Model
  readonly options?: Partial<AgentOptions>
  readonly act?: (event: Event, session: Session) => Promise<void>
  readonly order: readonly string[]
}

const text = ["text-start", "text-delta", "text-end"]
const asked = ["iteration-start", "context-budget"]
const answer = [...asked, ...text, "answer-end"]
const callAlone = [...asked, "answer-end"]
const calling = (name: string): Given => ({ calls: [call(name)], stop: "tool-calls" })
const done: Given = { text: "Done." }
const problem = { code: "unclosed", message: "The call is not closed." }

const approving = (decision: "approved" | "denied") => async (event: Event, session: Session) => {
  if (event.type === "approval-requested") await settleAs(session, event.call, decision)
}
const cancellingAt = (type: Event["type"]) => async (event: Event, session: Session) => {
  if (event.type === type) await session.cancel()
}

const ROWS: readonly Row[] = [
  { name: "a text-only turn", model: replying(done), order: answer },
  {
    name: "a turn with thinking",
    model: replying({ ...done, reasoning: [{ text: "Hm." }] }),
    order: [...asked, "thinking-start", "thinking-delta", "thinking-end", ...text, "answer-end"],
  },
  {
    name: "a tool turn",
    model: replying({ text: "Let me look.", ...calling("look") }, done),
    order: [...answer, "tool-call", "tool-result", ...answer],
  },
  {
    name: "a turn with a tool that fails",
    model: replying(calling("broken"), done),
    order: [...callAlone, "tool-call", "tool-error", ...answer],
  },
  {
    name: "a turn with a call that cannot run: it has a result, but no tool-call event",
    model: replying(calling("nobody"), done),
    order: [...callAlone, "tool-error", ...answer],
  },
  {
    name: "an approved turn",
    model: replying(calling("write"), done),
    act: approving("approved"),
    order: [...callAlone, "approval-requested", "approval-settled", "tool-call", "tool-result", ...answer],
  },
  {
    name: "a denied turn",
    model: replying(calling("write"), done),
    act: approving("denied"),
    order: [...callAlone, "approval-requested", "approval-settled", "tool-error", ...answer],
  },
  {
    name: "a turn with a question",
    model: replying(calling("ask"), done),
    act: async (event, session) => {
      if (event.type === "question-asked") await session.answer(event.call, "This")
    },
    order: [...callAlone, "question-asked", "question-answered", "tool-result", ...answer],
  },
  {
    name: "a turn with a plan",
    model: replying({ text: "1. [look] Look" }, { text: "Let me look.", ...calling("look") }, done),
    options: { orchestrate: true },
    order: [...callAlone, "plan-made", "step-start", ...callAlone, "tool-call", "tool-result", "step-end", ...answer],
  },
  {
    name: "a turn whose plan failed",
    model: replying({ text: "Hm." }, calling("look"), done),
    options: { orchestrate: true },
    order: [...callAlone, "plan-failed", ...callAlone, "tool-call", "tool-result", ...answer],
  },
  {
    name: "a nudged turn",
    model: replying({}, done),
    order: [...callAlone, "answer-discarded", "nudge", ...answer],
  },
  {
    name: "a turn with a malformed call",
    model: replying({ text: "<tool>", problems: [problem] }, done),
    order: [...answer, "no-tool-call", "error", "answer-discarded", "nudge", ...answer],
  },
  {
    name: "a turn with text where a tool call is required, and then a tool that ends it",
    model: replying({ text: "Hello" }, { calls: [call("converse", { message: "Hello" })] }),
    options: { profile: nativeXmlTools() },
    order: [...answer, "no-tool-call", "answer-discarded", "nudge", ...callAlone, "tool-call", "tool-result"],
  },
  {
    name: "a turn whose model is asked again after a failure",
    model: replying(failing("rate-limit"), done),
    order: [...asked, "model-error", "retry-wait", ...answer],
  },
  {
    name: "a turn whose request is held for the rate of its model",
    model: replying(done),
    options: { rates: { admit: holdingOnce(), settle() {}, serves: () => false } },
    order: ["rate-wait", "retry-wait", ...answer],
  },
  {
    name: "an error turn",
    model: replying(failing("auth")),
    order: [...asked, "model-error", "error"],
  },
  {
    name: "a turn at its iteration limit",
    model: replying(calling("look")),
    options: { profile: "chat-service", maxIterations: 2 },
    order: [...callAlone, "tool-call", "tool-result", ...callAlone, "tool-call", "tool-result", "error"],
  },
  {
    name: "a turn cancelled while the model answers",
    model: endless,
    act: cancellingAt("text-delta"),
    order: [...asked, "text-start", "text-delta", "cancelled", "text-end", "model-error"],
  },
  {
    name: "a turn cancelled while a tool runs",
    model: replying(calling("wait")),
    act: cancellingAt("tool-call"),
    order: [...callAlone, "tool-call", "cancelled", "tool-error"],
  },
  {
    name: "a turn cancelled while it waits for an approval",
    model: replying(calling("write")),
    act: cancellingAt("approval-requested"),
    order: [...callAlone, "approval-requested", "cancelled", "tool-error"],
  },
]

/** All events of a turn; deltas of one text count as one. */
async function turnOf({ model, options, act }: Row): Promise<readonly Event[]> {
  const clock = new FakeClock()
  // A profile that accepts any text as an answer, unless the row is about another.
  const tools = [look, write, ask, broken, wait]
  const agent = await createAgent({ model, clock, tools, profile: "terminal", ...options })
  const session = await agent.open()
  const events: Event[] = []
  const reading = (async () => {
    for await (const event of session.send("go")) {
      events.push(event)
      await act?.(event, session)
    }
  })()
  await clock.run(reading)
  await clock.run(agent.close())
  return events
}

function typesOf(events: readonly Event[]): readonly string[] {
  const types = events.map((event) => event.type)
  return types.filter((type, index) => !type.endsWith("-delta") || types[index - 1] !== type)
}

describe("the events of", () => {
  it.each(ROWS)("$name come in their order, with one loop-end and then one turn-end (F15)", async (row) => {
    const events = await turnOf(row)
    const end = events.at(-1)
    // The window after the final answer, as seed 001 defines it.
    const room = end?.type === "turn-end" && end.outcome === "completed" ? ["context-budget"] : []
    expect(typesOf(events)).toEqual(["turn-start", "loop-start", ...row.order, ...room, "loop-end", "turn-end"])
    expect(streamObjections(events)).toEqual([])
  })

  it("a turn that ends with a question carry the suggested answers", async () => {
    const asking = { calls: [call("ask_question", { question: "Which?", suggestions: ["This", "That"] })] }
    const events = await turnOf({
      name: "",
      model: replying(asking),
      options: { profile: nativeXmlTools() },
      order: [],
    })
    expect(events.at(-1)).toMatchObject({ outcome: "completed", text: "Which?", suggestions: ["This", "That"] })
  })

  it("a failed turn give the same error as its end", async () => {
    const events = await turnOf({ name: "", model: replying(failing("auth")), order: [] })
    const error = { code: "auth", message: "auth" }
    expect(events.slice(-3)).toMatchObject([{ type: "error", ...error }, { type: "loop-end" }, { error }])
  })
})
