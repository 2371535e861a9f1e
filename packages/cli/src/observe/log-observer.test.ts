import { createAgent } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { expect, it } from "vitest"
import { logObserver } from "./log-observer.ts"

it("gives every record of a turn its trace, also where a queued turn begins in the write that ends the one before (M26)", async () => {
  const written: { readonly message: string; readonly trace?: string }[] = []
  const write = (fields: object, message: string) => void written.push({ message, ...fields })
  const observer = logObserver({ log: { info: write, error: write, close() {} } })
  const agent = await createAgent({ model: scripted(() => "Good morning."), observe: [observer] })
  const session = await agent.open()
  const turns = ["one", "two", "three"].map((text) => session.send(text))
  await Promise.all(turns.map((turn) => turn.result()))
  await agent.close()
  const kinds = Map.groupBy(written, ({ trace }) => trace)
  expect([...kinds.values()].map((all) => all.map(({ message }) => message))).toEqual(
    Array.from({ length: 3 }, () => ["turn-start", "model-call", "turn-end"]),
  )
})
