import { describe, expect, it } from "vitest"
import { callLimit } from "./call-limit.ts"

const signal = new AbortController().signal

describe("rooms", () => {
  it("let in a limited number of calls of a session at once, the others in the order they came", async () => {
    const enter = callLimit(1)
    const entered: string[] = []
    const first = await enter("a", signal)
    const others = ["second", "third"].map(async (name) => {
      const release = await enter("a", signal)
      entered.push(name)
      release()
    })
    await (await enter("b", signal))()
    expect(entered).toEqual([])
    first()
    first()
    await Promise.all(others)
    expect(entered).toEqual(["second", "third"])
  })

  it("keep no place for calls that are stopped while they wait", async () => {
    const enter = callLimit(1)
    const first = await enter("a", signal)
    const stop = new AbortController()
    const second = enter("a", stop.signal)
    const third = enter("a", signal)
    stop.abort()
    await expect(second).rejects.toThrow("told to stop")
    first()
    ;(await third)()
    await (await enter("a", signal))()
  })
})
