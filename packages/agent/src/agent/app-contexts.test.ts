// How long contexts of the application are kept: as long as a turn may need them, and no longer.
import { setImmediate as nextTick } from "node:timers/promises"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { afterEach, expect, it } from "vitest"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import type { Agent } from "./agent.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of closing.splice(0)) await each.close()
})

async function agentWith(store: Store, options: Partial<AgentOptions> = {}) {
  const agent = await createAgent({ model: scripted(() => "Done."), store, ...options })
  closing.push(agent)
  return agent
}

/** Whether the context is kept after this, when the program itself keeps neither context nor handle. */
async function isKept(use: (context: object) => Promise<unknown>): Promise<boolean> {
  const kept = await weakly(use)
  for (let tries = 0; tries < 20 && kept.deref() !== undefined; tries++) {
    await nextTick()
    collect()
  }
  return kept.deref() !== undefined
}

async function weakly(use: (context: object) => Promise<unknown>): Promise<WeakRef<object>> {
  const context = { user: "ada" }
  await use(context)
  return new WeakRef(context)
}

const released: readonly (readonly [string, (agent: Agent, context: object) => Promise<unknown>])[] = [
  ["a turn that is over", async (agent, context) => (await agent.open()).ask("Go.", { context })],
  ["a handle that is gone", async (agent, context) => (await agent.open({ context })).ask("Go.")],
  [
    "a session that is opened again and has nothing to do",
    async (agent, context) => {
      const { id } = await agent.open()
      await (await agent.open({ id, context })).ask("Go.")
    },
  ],
  [
    "input that is refused",
    async (agent, context) => {
      const session = await agent.open()
      await agent.sessions.remove(session.id)
      await expect(session.ask("Go.", { context })).rejects.toThrow()
    },
  ],
  [
    "input that was sent before",
    async (agent, context) => {
      const session = await agent.open()
      await session.ask("Go.", { id: "go" })
      await session.ask("Go.", { id: "go", context })
    },
  ],
]
it.each(released)("an agent keeps no context of %s", async (_, use) => {
  const agent = await agentWith(memory())
  expect(await isKept((context) => use(agent, context))).toBe(false)
})

it("a process keeps no context of a turn that another one runs", async () => {
  const store = memory()
  await agentWith(store, { run: "all" })
  const agent = await agentWith(store, { run: "none" })
  expect(await isKept(async (context) => (await agent.open()).send("Go.", { context }).accepted())).toBe(false)
})

it("the context of a turn that waits is kept", async () => {
  const agent = await agentWith(memory(), { model: scripted(() => new Promise<string>(() => {})) })
  const session = await agent.open()
  expect(await isKept(async (context) => session.send("Go.", { context }).accepted())).toBe(true)
})
