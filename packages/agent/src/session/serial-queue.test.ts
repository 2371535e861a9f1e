// Order of sends: nothing overtakes a message whose file is still being read.
import { describe, expect, it } from "vitest"
import { SerialQueue } from "./serial-queue.ts"

describe("a send in a serial queue", () => {
  it("runs at once, unless an earlier one is not ready", async () => {
    const inOrder = new SerialQueue()
    const received: string[] = []
    const record = async (word: string) => void received.push(word)
    const slow = Promise.withResolvers<string>()
    void inOrder.run("first", record)
    expect(received).toEqual(["first"])
    const second = inOrder.run(slow.promise, record)
    const third = inOrder.run("third", record)
    await Promise.resolve()
    expect(received).toEqual(["first"])
    slow.resolve("second")
    await Promise.all([second, third])
    expect(received).toEqual(["first", "second", "third"])
    await Promise.resolve()
    void inOrder.run("fourth", record)
    expect(received.at(-1)).toBe("fourth")
  })

  it("keeps its order when an earlier one fails, and only that one fails", async () => {
    const inOrder = new SerialQueue()
    const received: string[] = []
    const record = async (word: string) => void received.push(word)
    const slow = Promise.withResolvers<string>()
    const first = inOrder.run(slow.promise, record)
    const bad = inOrder.run(Promise.reject<string>(new Error("too large")), record)
    const last = inOrder.run("last", record)
    slow.resolve("first")
    await expect(bad).rejects.toThrow("too large")
    await Promise.all([first, last])
    expect(received).toEqual(["first", "last"])
  })
})
