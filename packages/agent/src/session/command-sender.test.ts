// A store that answers slowly, as one on another machine may: who sends a message misses nothing of its turn.
import { expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Store } from "../contracts/store.ts"
import { scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"

it("a turn that ends before a look at the log is answered still has its result", async () => {
  const store = memory()
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const append: Store["log"]["append"] = async (what) => {
    const appended = await store.log.append(what)
    if (what.facts.some(({ type }) => type === "turn-finished")) finish()
    return appended
  }
  const head: Store["log"]["head"] = async (session) => {
    await finished
    return store.log.head(session)
  }
  const slow = { ...store, log: { ...store.log, append, head } }
  const agent = await createAgent({ store: slow, model: scripted(() => "Hello.") })
  const session = await agent.open()
  expect((await session.ask("hi")).text).toBe("Hello.")
  await agent.close()
})
