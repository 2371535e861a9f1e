// The warning about a wait that the process does not listen to: when it comes, what it says, and when it does not.
import { afterEach, expect, it, vi } from "vitest"
import { call, scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, effect: "once", run: () => "Paid." })
const asks = scripted(({ results, said }) => {
  if (results.length > 0) return "Done."
  return { calls: [said === "ask" ? call("ask_user", { question: "When?" }) : call("pay", {})] }
})

afterEach(() => vi.restoreAllMocks())

/** The warnings of a process that does this with a session, and then lets a minute pass. */
async function warningsOf(
  use: (session: Session) => unknown,
  options: Partial<AgentOptions> = {},
): Promise<readonly unknown[][]> {
  const emitted = vi.spyOn(process, "emitWarning").mockImplementation(() => {})
  const clock = new FakeClock()
  const agent = await createAgent({ model: asks, tools: [pay], questions: true, store: memory(), clock, ...options })
  const session = await agent.open({ id: "s" })
  await use(session)
  await vi.waitFor(async () => expect((await session.info()).status).not.toBe("processing"))
  await clock.advance(60_000)
  await agent.close()
  return emitted.mock.calls
}

const quietly = (session: Session, words: string) => {
  session.ask(words).catch(() => {}) // Rejects when the agent is closed.
}

it.each([
  ["an approval", "pay", 'waits for the approval of a call of "pay"', "session.approve(event)"],
  ["an answer", "ask", "waits for the answer to a question", "session.answer(event, text)"],
])(
  "a program that only awaits its result is told that the turn waits for %s, and what to do",
  async (_, words, ...said) => {
    const warnings = await warningsOf((session) => quietly(session, words))
    expect(warnings).toEqual([[expect.any(String), { type: "PawlWarning", code: "request-unheard" }]])
    for (const part of [...said, "agent.requests()", "approvals: { timeoutMs: 60_000 }"])
      expect(warnings[0]?.[0]).toContain(part)
  },
)

it("is told once per session", async () => {
  const warnings = await warningsOf(async (session) => {
    quietly(session, "pay")
    await vi.waitFor(async () => expect((await session.info()).status).toBe("waiting"))
    await session.cancel()
    await vi.waitFor(async () => expect((await session.info()).status).toBe("idle"))
    quietly(session, "pay")
    await vi.waitFor(async () => expect((await session.info()).status).toBe("waiting"))
  })
  expect(warnings).toHaveLength(1)
})

const listening = async (session: Session) => {
  for await (const { type } of session.events()) if (type === "turn-end") return
}

const silent: readonly (readonly [string, (session: Session) => unknown, Partial<AgentOptions>])[] = [
  ["a program that listens", (session) => void [listening(session), quietly(session, "pay")], {}],
  ["a program with an observer", (session) => quietly(session, "pay"), { observe: [{ hear: () => {} }] }],
  ["a program with a time limit", (session) => quietly(session, "pay"), { approvals: { timeoutMs: 10_000 } }],
  ["a program that chose no limit", (session) => quietly(session, "pay"), { approvals: { timeoutMs: null } }],
  [
    "a program that decides in the meantime",
    async (session) => {
      quietly(session, "pay")
      await vi.waitFor(async () => expect((await session.info()).openRequests).toHaveLength(1))
      for (const request of (await session.info()).openRequests) await session.approve(request)
      await vi.waitFor(async () => expect((await session.info()).status).toBe("idle"))
    },
    {},
  ],
]
it.each(silent)("%s is not warned", async (_, use, options) => {
  expect(await warningsOf(use, options)).toEqual([])
})
