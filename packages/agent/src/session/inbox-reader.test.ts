// An inbox is read again for each poke, whenever that comes.
import { expect, it } from "vitest"
import type { QueuedCommand } from "../contracts/command.ts"
import { InboxReader } from "./inbox-reader.ts"

function readerOf() {
  const stored: QueuedCommand[] = []
  const received: string[] = []
  const inbox = {
    read: async (_session: string, after = 0) => {
      const found = stored.filter(({ place }) => place > after)
      await undefined
      return found
    },
  }
  const reader = new InboxReader("s", inbox as never)
  reader.startFor({
    receive: (queued) => {
      received.push(...queued.map(({ command }) => command.id))
      return true
    },
    fail: (error) => {
      throw error
    },
  })
  const send = (id: string) => {
    stored.push({ place: stored.length + 1, command: { kind: "cancel", id } })
    reader.read()
  }
  return { reader, received, send }
}

it.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  "a command that comes %i steps after a read began is read",
  async (ticks) => {
    const { received, send } = readerOf()
    send("first")
    for (let tick = 0; tick < ticks; tick++) await undefined
    send("second")
    await new Promise((resolve) => setImmediate(resolve))
    expect(received).toEqual(["first", "second"])
  },
)

it("a drain ends when what was sent before it has been read", async () => {
  const { reader, received, send } = readerOf()
  send("first")
  await undefined
  send("second")
  await reader.drain()
  expect(received).toEqual(["first", "second"])
})
