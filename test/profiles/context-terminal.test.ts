// How the profile terminal condenses a long session (X5 to X8), over the real wire.
import { describe, expect, it } from "vitest"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { call, type ScriptRequest } from "../../packages/agent/src/model/scripted.ts"
import { anthropicObjections } from "../../packages/agent/src/model/strict/history.ts"
import { toAnthropicMessages } from "../../packages/agent/src/model/wire/anthropic-messages.ts"
import { isSummary, last, longSession, messagesIn, systemOf } from "./long-session.ts"

const profile = "terminal"
const done = (events: readonly Event[]) => events.flatMap((event) => (event.type === "compaction-done" ? [event] : []))

describe("terminal", () => {
  it("replaces the middle by a summary: first request and newest six stay, pairs stay, roles alternate (X5)", async () => {
    await using story = await longSession({ profile, long: 30 })
    let read = 0
    while (done(story.events).length === 0 && read < 20) await story.read(++read, read)
    const request = last(story.requests())
    const [, ...messages] = messagesIn(request)
    expect(messages[0]).toMatchObject({ role: "user", content: expect.stringContaining("Please read 1 for me.") })
    expect(messages[0]?.content).toContain("Summary 1: files were read.")
    // Those that were newest at the compaction, and everything since.
    expect(messages.length).toBeGreaterThanOrEqual(6)
    expect(messages.length).toBeLessThan(14)
    expect(request.raw).toContain(`Please read ${read} for me.`)
    expect(request.raw).not.toContain("Content of notes/2.md")
    expect(story.objections()).toEqual([])
    const told = (await story.session.messages()).slice(0, -1)
    expect(
      anthropicObjections(
        toAnthropicMessages({ system: "", tools: [], blobs: new Map(), messages: told } as never) as never,
      ),
    ).toEqual([])
    const roles = messages.map(({ role }) => (role === "tool" ? "user" : role))
    for (const [index, role] of roles.entries())
      if (index > 0 && role === "assistant") expect(roles[index - 1]).toBe("user")
  })

  it("shows the summariser what was read from files word for word (X5)", async () => {
    await using story = await longSession({ profile, long: 400, agent: { window: 20_000 } })
    let read = 0
    while (done(story.events).length === 0 && read < 40) await story.read(++read, read)
    const asked = story.server.requests.find(({ body }) => isSummary(systemOf(body)))
    expect(asked?.raw).toContain(`Content of notes/1.md: ${"words ".repeat(399)}words`)
  })

  it("sends the summary and the latest results after a compaction in the middle of a turn (X6)", async () => {
    const script = ({ messages }: ScriptRequest) => {
      const seen = [...JSON.stringify(messages).matchAll(/Content of notes\/(\d+)\.md/g)].map(([, number]) =>
        Number(number),
      )
      const next = Math.max(0, ...seen) + 1
      return next > 13 ? "All read." : { calls: [call("read_file", { path: `notes/${next}.md` })] }
    }
    await using story = await longSession({ profile, long: 400, script, agent: { window: 8192 } })
    expect(await story.ask("Read all notes, and tell me about the blue one.")).toMatchObject({
      outcome: "completed",
      text: "All read.",
    })
    expect(done(story.events).length).toBeGreaterThan(0)
    const facts = await story.session.facts()
    const asked = facts.flatMap((fact, place) =>
      fact.type === "model-asked" && fact.purpose === undefined ? [place] : [],
    )
    for (const [place, fact] of facts.entries()) {
      if (fact.type !== "history-compacted") continue
      const request = story.requests()[asked.findIndex((each) => each > place)]
      const latest = facts.slice(0, place).findLast((each) => each.type === "tool-started")
      expect(request?.raw).toMatch(/Summary \d+: files were read\./)
      expect(request?.raw).toContain("tell me about the blue one")
      expect(request?.raw).toContain(`Content of ${latest?.type === "tool-started" ? latest.arguments.path : "?"}`)
    }
    expect(story.objections()).toEqual([])
  })

  it("loses no user message when the summariser fails, and stays within its limit (X7)", async () => {
    const summary = () => ({ error: { class: "overloaded", code: "503", message: "Busy." } }) as const
    await using story = await longSession({ profile, long: 30, summary })
    await story.read(1, 30)
    const failed = story.events.filter(({ type }) => type === "compaction-failed").length
    expect(failed).toBeGreaterThan(0)
    expect(done(story.events)).toHaveLength(failed)
    const request = last(story.requests())
    for (let number = 1; number <= 30; number++) expect(request.raw).toContain(`Please read ${number} for me.`)
    for (const each of story.requests()) expect(messagesIn(each).length).toBeLessThanOrEqual(52)
    const ends = story.events.flatMap((event) => (event.type === "turn-end" ? [event.outcome] : []))
    expect(ends).toEqual(Array(30).fill("completed"))
  })

  it("never sends more than 50 messages, never begins with a bare result, and notifies the user (X8)", async () => {
    await using story = await longSession({ profile, long: 10, summary: () => "" })
    await story.read(1, 40)
    for (const request of story.requests()) {
      const [, first, ...rest] = messagesIn(request)
      expect(first?.role).toBe("user")
      // The digest stands before them, unless it is part of the user's message.
      expect(rest.length).toBeLessThanOrEqual(50)
    }
    expect(story.objections()).toEqual([])
    expect(done(story.events).map(({ why }) => why)).toContain("threshold")
  })
})
