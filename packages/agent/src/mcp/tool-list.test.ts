import { expect, it } from "vitest"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { servers } from "./__fixtures__/peers.ts"
import type { Connection } from "./connection.ts"
import { ToolList } from "./tool-list.ts"

it("ToolList asks a server that keeps announcing changes after one second, then at growing intervals", async () => {
  const clock = new FakeClock()
  let asked = 0
  const live = {
    list: async () => {
      asked += 1
      // Announce the next change before this list is returned.
      void list.refresh(() => live)
      return []
    },
  } as unknown as Connection // Only this method is used.
  const [server] = servers({ a: { command: "x" } })
  const cache = { read: () => [], writtenAt: () => undefined, write: () => {} }
  const list = new ToolList(server!, { startTimeoutMs: 1000, clock, cache, onListed: () => {} })
  void list.refresh(() => live)
  const after = async (ms: number) => {
    await clock.advance(ms)
    await settle()
    return asked
  }
  expect(await after(0)).toBe(1)
  expect(await after(999)).toBe(1)
  expect(await after(1)).toBe(2)
  expect(await after(1000)).toBe(2)
  expect(await after(1000)).toBe(3)
  for (let minute = 0; minute < 10; minute += 1) await after(60_000)
  expect(asked).toBeLessThan(20)
})
