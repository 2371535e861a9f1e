// Profile default: calls that run, are approved, denied, edited,
// granted; questions, mistakes, a timeout, steering, cancels.
import type { Event, Session } from "@pawl/agent"
import { call } from "@pawl/agent/testing"
import type { Reply, Story } from "../stage.ts"
import { act } from "./tools.ts"

const REPLIES: readonly Reply[] = [
  // Turn 1: two reads, then one call that is approved, one denied, one edited.
  { text: "I look at both.", calls: [call("look", { path: "a" }), call("look", { path: "b" })] },
  {
    text: "Now I pay.",
    thinking: "They want three payments.",
    calls: [call("pay", { path: "rent" }), call("pay", { path: "casino" }), call("pay", { path: "phone" })],
  },
  "Rent and phone are paid.",
  // Turn 2: approved for the session, then granted, then always.
  { calls: [call("store", { path: "one" })] },
  { calls: [call("store", { path: "two" })] },
  { calls: [call("ship", { path: "box" })] },
  "All of it is stored and shipped.",
  // Turn 3: a question, then mistakes of every kind.
  { calls: [call("ask_user", { question: "Which colour?", options: ["red", "blue"] })] },
  {
    calls: [
      call("lok", { path: "c" }),
      call("look", { Path: "d", times: "3" }),
      call("look", { times: true }),
      call("explode", {}),
      { name: "look", arguments: {}, unreadable: '{"path": "e' },
    ],
  },
  { calls: [call("fail", { path: "f" }), call("hang", { path: "g" })] },
  { text: "It is blue, and two things failed.", usage: { inputTokens: 900, outputTokens: 12, cacheReadTokens: 300 } },
  // Turn 4: the user sends a message while a tool runs.
  { calls: [call("wait", { path: "h" })] },
  "You said that it is urgent.",
  // Turn 5 is cancelled while a tool runs, turn 6 while the model answers.
  { calls: [call("wait", { path: "i" }), call("ship", { path: "ship" })] },
  async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve))
    return "Nobody hears this."
  },
  "Here I am again.",
]

export const approvals: Story = {
  name: "approvals",
  async play(stage) {
    const waiting: (() => void)[] = []
    const tools = [
      act(stage, "look", "read", { run: ({ path }) => `It is ${path}.` }),
      act(stage, "pay", "once"),
      act(stage, "store", "idempotent", { approval: true, preview: ({ path }) => `Stores ${path} for good.` }),
      act(stage, "ship", "once", { risk: "destructive" }),
      act(stage, "fail", "read", { run: () => Promise.reject(new Error("It did not work.")), fallback: "look" }),
      act(stage, "hang", "read", { timeoutMs: 5000, run: (_, { signal }) => aborted(signal) }),
      act(stage, "wait", "read", {
        run: async ({ path }, { signal, output }) => {
          output("I wait.")
          await Promise.race([aborted(signal), new Promise<void>((resolve) => waiting.push(resolve))])
          return `It waited for ${path}.`
        },
      }),
    ]
    const grants: unknown[] = []
    const model = stage.model("first", REPLIES)
    const kept = { list: () => [], add: (grant: unknown) => void grants.push(grant) }
    await stage.with({ model, tools, questions: true, grants: kept, instructions: "Be brief." }, async (agent) => {
      const session = await agent.open({ id: "approvals", owner: "ada", title: "Three payments" })
      const id = () => stage.command()
      const decide = decider(session, id)
      await stage.turn(session, "Look at a and b, then pay.", decide)
      await stage.turn(session, "Store two things and ship a box.", (event) => allow(session, event, id))
      await stage.turn(session, "Ask me, then try everything.", async (event) => {
        if (event.type === "question-asked") await session.answer(event.call, "blue", { id: id(), by: "ada" })
        if (event.type === "tool-error" && event.name === "fail") await stage.clock.advanceTo(stage.clock.now() + 5000)
      })
      await stage.turn(session, "Wait a little.", async (event) => {
        if (event.type === "tool-output") {
          const refused = session.ask("It is urgent.", { id: id(), whenBusy: "refuse" })
          stage.results.busy = await refused.catch((error: unknown) => error)
          session.send("It is urgent.", { id: id(), whenBusy: "steer" })
        }
        if (event.type === "input-added") waiting.shift()?.()
      })
      const seen = new Set<Event["type"]>()
      await stage.turn(session, "Wait, then ship.", async ({ type }) => {
        const isLast = !seen.has(type) && (type === "tool-output" || type === "approval-requested")
        seen.add(type)
        if (isLast && seen.has("tool-output") && seen.has("approval-requested"))
          await session.cancel({ id: id(), by: "ada" })
      })
      await stage.turn(session, "Speak.", async (event) => {
        if (event.type === "iteration-start") await session.cancel({ id: id() })
      })
      await stage.turn(session, "Are you there?")
      await session.update({ pinned: true })
      stage.results.grants = grants
    })
  },
}

/** Decides calls one after the other: the next once the last has its result. */
function decider(session: Session, id: () => string): (event: Event) => Promise<void> {
  const asked: Extract<Event, { type: "approval-requested" }>[] = []
  return async (event) => {
    if (event.type === "approval-requested") asked.push(event)
    const isFirst = event.type === "approval-requested" && asked.length === 3
    const isNext = (event.type === "tool-result" || event.type === "tool-error") && event.name === "pay"
    if (!isFirst && !isNext) return
    const next = asked.at(isFirst ? 0 : -1)
    if (next === undefined) return
    asked.splice(asked.indexOf(next), 1)
    const { call, arguments: given } = next
    const about = { id: id(), by: "ada" }
    if (given.path === "rent") await session.decide(call, "approve", { ...about })
    else if (given.path === "casino") await session.decide(call, "deny", { reason: "Never.", ...about })
    else await session.decide(call, "approve", { arguments: { path: "phone, half" }, ...about })
  }
}

async function allow(session: Session, event: Event, id: () => string): Promise<void> {
  if (event.type !== "approval-requested") return
  const scope = event.name === "ship" ? "always" : "session"
  await session.decide(event.call, "approve", { grant: { tool: event.name, scope }, id: id() })
}

function aborted(signal: AbortSignal): Promise<string> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve("It was told to stop.")))
}
