import { describe, expect, it } from "vitest"
import { Lane } from "./lane.ts"

/** Runs batches through a lane, each with its sessions and the duration of its commit, and returns where they went. */
function laneAfter(batches: readonly { readonly sessions: readonly string[]; readonly ms: number }[]) {
  const lane = new Lane()
  const went = batches.map(({ sessions, ms }) => {
    const where = lane.next(sessions)
    lane.took(ms)
    return where
  })
  return { lane, went, last: went.at(-1) }
}

const quick = (count: number, session = "a") => Array.from({ length: count }, () => ({ sessions: [session], ms: 0.2 }))

describe("Lane", () => {
  it("commits on the thread until many commits of one session were quick, then here", () => {
    const { went } = laneAfter(quick(40))
    expect(went.indexOf("here")).toBeGreaterThanOrEqual(16)
    expect(went.slice(20)).not.toContain("thread")
  })

  it.each([
    ["the last one was slow", [...quick(40), { sessions: ["a"], ms: 5 }, ...quick(1)]],
    ["another session wrote in between", [...quick(40), ...quick(1, "b"), ...quick(1)]],
    ["several write at once", [...quick(40), { sessions: ["a", "b"], ms: 0.2 }]],
    ["the disk is slow", Array.from({ length: 100 }, () => ({ sessions: ["a"], ms: 10 }))],
  ])("commits on the thread when %s", (_why, batches) => {
    expect(laneAfter(batches).last).toBe("thread")
  })

  it("commits on the thread when another process was writing to the file", () => {
    const { lane } = laneAfter(quick(40))
    lane.wasBusy()
    expect(lane.next(["a"])).toBe("thread")
  })

  it("commits on the thread now and then, which keeps the write-ahead log short", () => {
    const { went } = laneAfter(quick(2000))
    expect(went.slice(20).filter((where) => where === "thread").length).toBeGreaterThanOrEqual(4)
  })
})
