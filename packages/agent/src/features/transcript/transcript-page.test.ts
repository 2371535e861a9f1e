// Pages of a transcript: together they are the whole, with the events after their position too, and they read little.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Log, Store } from "../../contracts/store.ts"
import { call, type Script, scripted } from "../../model/scripted.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { sqlite } from "../../store/sqlite.ts"
import { tool } from "../../tools/tool.ts"
import { longSession } from "./__fixtures__/long-session.ts"
import type { TranscriptTurn } from "./transcript.ts"
import { transcriptPage } from "./transcript-page.ts"

const look = tool({ name: "look", description: "Looks.", input: {}, effect: "read", run: () => "seen" })

async function played(script: Script, use: (session: Session) => Promise<void>): Promise<readonly Fact[]> {
  const agent = await createAgent({ model: scripted(script), tools: [look], store: memory(), maxIterations: 2 })
  const session = await agent.open({ id: "s" })
  await use(session)
  const facts = await session.facts()
  await agent.close()
  return facts
}

/** A log that holds these facts. */
function holding(facts: readonly Fact[]): Log {
  const log: Partial<Log> = {
    head: async () => facts.length,
    // A store may return facts of other types too.
    read: async (_session, after, limit) => facts.slice(after, limit === undefined ? undefined : after + limit),
  }
  return log as Log
}

/** From the newest page to the oldest. */
async function inPages(log: Log, last: number): Promise<readonly TranscriptTurn[]> {
  let page = await transcriptPage(log, "s", { last })
  let turns = page.turns
  while (page.earlier) {
    page = await transcriptPage(log, "s", { last, before: turns[0]?.turn ?? 0 })
    turns = [...page.turns, ...turns]
  }
  return turns
}

const sessions: readonly (readonly [string, Script, (session: Session) => Promise<void>])[] = [
  [
    "turns that were taken back, and brought back by a rewind to before that",
    ({ said }) => `You said ${said}.`,
    async (session) => {
      for (const words of ["one", "two", "three"]) await session.ask(words)
      await session.rewind({ turn: 2, what: "conversation" })
      await session.ask("four")
      await session.rewind({ turn: 3, what: "conversation" })
      await session.ask("five")
    },
  ],
  [
    "a turn that takes up what the one before left",
    ({ results }) => (results.length > 1 ? "Done." : { calls: [call("look", {})] }),
    async (session) => {
      await session.ask("one")
      await session.ask("two")
      await session.ask("three")
    },
  ],
]

describe.each(sessions)("of a session with %s", (_, script, use) => {
  it("pages of any size are the whole, at every fact", async () => {
    const facts = await played(script, use)
    for (let head = 2; head <= facts.length; head++) {
      const log = holding(facts.slice(0, head))
      const { turns: whole, position, earlier } = await transcriptPage(log, "s")
      expect([position, earlier]).toEqual([`${head}`, false])
      for (const last of [1, 2, 5]) expect(await inPages(log, last)).toEqual(whole)
    }
  })
})

it("marks as taken back what the checkpoints do", async () => {
  const [, script, use] = sessions[0] as (typeof sessions)[number]
  await played(script, async (session) => {
    await use(session)
    const rewound = (await session.transcript()).map((turn) => turn.rewound === true)
    expect(rewound).toEqual([false, false, true, true, false])
    expect((await session.checkpoints()).map((each) => each.rewound)).toEqual(rewound)
  })
})

it("a card of an earlier page has what a later turn made of its call", async () => {
  const started = (turn: number, more: object = {}) => ({
    type: "turn-started",
    turn,
    trace: "t",
    command: `c${turn}`,
    input: [],
    ...more,
  })
  const answer = {
    type: "model-answered",
    attempt: "1.1.1",
    text: "",
    reasoning: [],
    calls: [{ id: "a", name: "look" }],
  }
  const finished = { type: "tool-finished", call: "a", name: "look", outcome: "ok", content: [], ms: 1 }
  const drafts = [{ type: "session-opened" }, started(1), answer, started(2, { takesUp: ["a"] }), finished, started(3)]
  const facts = drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: 0, v: 1 }) as unknown as Fact)
  const { turns } = await transcriptPage(holding(facts), "s", { before: 2 })
  expect(turns).toMatchObject([{ turn: 1, messages: [{}, { parts: [{ call: "a", state: "ok" }] }] }])
})

it("in the middle of an answer, the turns and the events after the position are the whole", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  // The first piece comes at once, the others when they are let through.
  let pieces = 0
  const clock = { sleep: () => (pieces++ === 0 ? Promise.resolve() : promise) }
  const model = scripted(() => "Half and half.", { chunkMs: 1, clock })
  const agent = await createAgent({ model, store: memory() })
  const session = await agent.open({ id: "s" })
  const turn = session.send("Go.")
  for await (const { type } of turn) if (type === "text-delta") break
  const { turns, position } = await session.transcriptPage({ last: 1 })
  expect(turns).toMatchObject([{ turn: 1, messages: [{ role: "user" }] }])
  resolve()
  const said: string[] = []
  const seen: string[] = []
  for await (const event of session.events({ after: position })) {
    seen.push(event.type)
    if (event.type === "text-delta") said.push(event.text)
    if (event.type === "turn-end") break
  }
  expect(said.join("")).toBe("Half and half.")
  expect(seen).not.toContain("turn-start")
  await agent.close()
})

describe("of a session with 10,000 messages", () => {
  const folder = mkdtempSync(join(tmpdir(), "pawl-page-"))
  let store: Store
  beforeAll(async () => {
    store = await sqlite(join(folder, "pawl.db"))
    await longSession(store, "long", 2500)
  })
  afterAll(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })

  const pages = [{ last: 30 }, { last: 30, before: 2400 }, { last: 30, before: 1000 }, { last: 30, before: 20 }]
  it.each(pages)("the page %j is read without the rest of the log", async (asked) => {
    let read = 0
    const counting: Log = {
      ...store.log,
      async read(...how) {
        const facts = await store.log.read(...how)
        read += facts.length
        return facts
      },
    }
    const { turns, earlier } = await transcriptPage(counting, "long", asked)
    const end = (asked.before ?? 2501) - 1
    expect(turns.map(({ turn }) => turn)).toEqual(
      Array.from({ length: Math.min(30, end) }, (_, index) => Math.max(1, end - 29) + index),
    )
    expect(earlier).toBe(end > 30)
    expect(await store.log.head("long")).toBeGreaterThan(15_000)
    expect(read).toBeLessThan(1000)
  })
})

it.each([{ last: 0 }, { last: 1.5 }, { before: -1 }, { first: 3 }])("refuses %j", async (wrong) => {
  const agent = await createAgent({ model: scripted(() => "x"), store: memory() })
  const session = await agent.open({ id: "s" })
  await expect(session.transcript(wrong as never)).rejects.toMatchObject({ code: "input-invalid" })
  await agent.close()
})
