// Order of sends: nothing overtakes a message whose file is still being read.
import { describe, expect, it } from "vitest"
import { SerialQueue } from "./serial-queue.ts"

describe("a send in a serial queue", () => {
  it("runs at once, unless an earlier one is not ready", async () => {
    const inOrder = new SerialQueue()
    const heard: string[] = []
    const hear = async (word: string) => void heard.push(word)
    const slow = Promise.withResolvers<string>()
    void inOrder.run("first", hear)
    expect(heard).toEqual(["first"])
    const second = inOrder.run(slow.promise, hear)
    const third = inOrder.run("third", hear)
    await Promise.resolve()
    expect(heard).toEqual(["first"])
    slow.resolve("second")
    await Promise.all([second, third])
    expect(heard).toEqual(["first", "second", "third"])
    await Promise.resolve()
    void inOrder.run("fourth", hear)
    expect(heard.at(-1)).toBe("fourth")
  })

  it("keeps its order when an earlier one fails, and only that one fails", async () => {
    const inOrder = new SerialQueue()
    const heard: string[] = []
    const hear = async (word: string) => void heard.push(word)
    const slow = Promise.withResolvers<string>()
    const first = inOrder.run(slow.promise, hear)
    const bad = inOrder.run(Promise.reject<string>(new Error("too large")), hear)
    const last = inOrder.run("last", hear)
    slow.resolve("first")
    await expect(bad).rejects.toThrow("too large")
    await Promise.all([first, last])
    expect(heard).toEqual(["first", "last"])
  })
})
