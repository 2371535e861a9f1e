// Tools that ask a person while they run, through the whole agent.
import { afterEach, describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import type { MakeProfile } from "../profiles/profile.ts"
import { profiles } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import type { Session } from "../session/handle.ts"
import { type Tool, tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

function booking(run: Tool["run"], more: Partial<Tool> = {}): Tool {
  return tool({ name: "book", description: "Books.", input: {}, approval: false, effect: "once", run, ...more })
}

const calls = scripted(({ said, results }) => {
  if (said === "after") return "Ready again."
  return results.length === 0 ? { calls: [call("book")] } : `It says: ${results.map(({ text }) => text).join("; ")}`
})

async function open(run: Tool["run"], options: Partial<AgentOptions> = {}): Promise<Session> {
  const agent = await createAgent({ model: calls, tools: [booking(run)], ...options })
  agents.push(agent)
  return agent.open()
}

async function follow(session: Session, react: (event: Event) => Promise<void>): Promise<readonly Event[]> {
  const events: Event[] = []
  for await (const event of session.send("go")) {
    events.push(event)
    await react(event)
  }
  return events
}

const end = (events: readonly Event[]) => events.find((event) => event.type === "turn-end")

describe("a tool that asks", () => {
  it("is answered in the same call, however often it asks, and the log replays exactly", async () => {
    const session = await open(async (_, { ask }) => {
      const seat = await ask({ question: "Which seat?", suggestions: ["aisle", "window"] })
      return `${seat}, ${await ask({ question: "Which meal?" })}`
    })
    const seen: string[] = []
    const events = await follow(session, async (event) => {
      if (event.type !== "question-asked") return
      const { status, openRequests } = await session.info()
      seen.push(`${event.question} ${status} ${openRequests.map(({ kind }) => kind)}`)
      await session.answer(event.call, event.suggestions[0] ?? "soup")
    })
    expect(seen).toEqual(["Which seat? waiting question", "Which meal? waiting question"])
    expect(end(events)).toMatchObject({ outcome: "completed", text: "It says: aisle, soup" })
    const facts = await session.facts()
    expect(facts.filter(({ type }) => type === "tool-started")).toHaveLength(1)
    expect(replaySession({ facts, rules: recordedRules(facts, profiles.default as MakeProfile) })).toMatchObject({
      exact: true,
    })
  })

  it("gets the answer to the question that was meant, and a second answer to it is refused or dropped", async () => {
    const session = await open(
      async (_, { ask }) => `${await ask({ question: "1?" })} ${await ask({ question: "2?" })}`,
    )
    const asked: number[] = []
    const events = await follow(session, async (event) => {
      if (event.type !== "question-asked") return
      asked.push(Number.parseInt(event.position, 10))
      // Another client still shows the first question.
      await session.answer(event.call, "stale", { question: asked[0] ?? 0 }).catch(() => {})
      const [now = 0] = asked.slice(-1)
      if (asked.length > 1) await session.answer(event.call, "fresh", { question: now }).catch(() => {})
    })
    expect(end(events)).toMatchObject({ text: "It says: stale fresh" })
  })

  it("can be cancelled while it asks, and the next turn works", async () => {
    const session = await open((_, { ask }) => ask({ question: "Which?" }) ?? "")
    const events = await follow(session, async (event) => {
      if (event.type === "question-asked") await session.cancel()
    })
    expect(end(events)).toMatchObject({ outcome: "cancelled" })
    expect(await session.ask("after")).toMatchObject({ text: "Ready again." })
  })

  it("goes on without an answer when there was none in time", async () => {
    const run: Tool["run"] = (_, { ask }) => ask({ question: "Which?" }).catch(() => "the usual")
    const session = await open(run, { approvals: { timeoutMs: 20 } })
    const events = await follow(session, async () => {})
    expect(events).toContainEqual(expect.objectContaining({ type: "question-withdrawn", why: "timeout" }))
    expect(end(events)).toMatchObject({ outcome: "completed", text: "It says: the usual" })
  })
})
