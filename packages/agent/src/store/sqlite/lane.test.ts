import { describe, expect, it } from "vitest"
import { Lane } from "./lane.ts"

interface Batch {
  readonly sessions: readonly (string | undefined)[]
  readonly ms: number
}

/** Runs batches through a lane, each with its sessions and the duration of its commit, and returns where they went. */
function went(batches: readonly Batch[], lane: Lane): readonly string[] {
  return batches.map(({ sessions, ms }) => {
    const where = lane.next(sessions)
    lane.took(ms)
    return where
  })
}

const quick = (count: number, session = "a") => Array.from({ length: count }, () => ({ sessions: [session], ms: 0.2 }))
const slow = (count: number, ms: number) => Array.from({ length: count }, () => ({ sessions: ["a"], ms }))

describe("Lane of a file that was opened here", () => {
  it("commits here from the first commit on", () => {
    expect(new Set(went([{ sessions: [undefined], ms: 0.2 }, ...quick(40)], new Lane("here")))).toEqual(
      new Set(["here"]),
    )
  })

  it("commits here when several writes of a batch are of one session, or of none", () => {
    expect(new Lane("here").next([undefined, "a", "a"])).toBe("here")
  })

  it("commits here when one session follows another", () => {
    const batches = [...quick(20, "a"), ...quick(20, "b"), ...quick(20, "c")]
    expect(went(batches, new Lane("here"))).not.toContain("thread")
  })

  it("commits here when one short session follows another that was released", () => {
    const lane = new Lane("here")
    const places = Array.from({ length: 20 }, (_, each) => {
      const written = went(quick(5, `session-${each}`), lane)
      lane.left(`session-${each}`)
      return written
    })
    expect(new Set(places.flat())).toEqual(new Set(["here"]))
  })

  it("commits on the thread when short sessions take turns, although one of them was released", () => {
    const lane = new Lane("here")
    went([...quick(5, "a"), ...quick(1, "b")], lane)
    lane.left("b")
    expect(went([...quick(1, "a"), ...quick(1, "c")], lane).at(-1)).toBe("thread")
  })

  it("does not start the thread for the slow commits of a short turn, but for those of a long one", () => {
    const places = went(slow(60, 10), new Lane("here"))
    expect(places.indexOf("thread")).toBeGreaterThanOrEqual(20)
    expect(places.indexOf("thread")).toBeLessThanOrEqual(30)
    expect(places.at(-1)).toBe("thread")
  })

  it("starts the thread after one commit that takes very long", () => {
    expect(went(slow(2, 300), new Lane("here"))).toEqual(["here", "thread"])
  })

  it.each([
    ["sessions take turns", [...quick(40), ...quick(1, "b"), ...quick(1)]],
    ["several write at once", [...quick(40), { sessions: ["a", "b"], ms: 0.2 }]],
  ])("commits on the thread when %s", (_why, batches) => {
    expect(went(batches, new Lane("here")).at(-1)).toBe("thread")
  })

  it("commits on the thread after the first slow commit once there is a thread, until 16 were quick again", () => {
    const lane = new Lane("here")
    lane.hasThread()
    expect(went([...quick(40), ...slow(1, 5), ...quick(1)], lane).at(-1)).toBe("thread")
    expect(went(quick(20), lane).indexOf("here")).toBe(15)
  })

  it("forgives one slow commit after hundreds of quick ones, and no second one soon after", () => {
    const lane = new Lane("here")
    lane.hasThread()
    expect(went([...quick(300), ...slow(1, 5), ...quick(1)], lane).at(-1)).toBe("here")
    expect(went([...slow(1, 5), ...quick(1)], lane).at(-1)).toBe("thread")
  })

  it("commits on the thread when another process was writing to the file", () => {
    const lane = new Lane("here")
    lane.wasBusy()
    expect(lane.next(["a"])).toBe("thread")
  })

  it("sends heartbeats where the last writes went", () => {
    const lane = new Lane("here")
    expect(lane.next([])).toBe("here")
    lane.next(["a", "b"])
    expect(lane.next([])).toBe("thread")
  })
})

describe("Lane of a file that the thread opened", () => {
  it("commits on the thread until many commits of one session were quick, then here", () => {
    const lane = new Lane("thread")
    lane.hasThread()
    const places = went(quick(40), lane)
    expect(places.indexOf("here")).toBeGreaterThanOrEqual(16)
    expect(places.slice(20)).not.toContain("thread")
  })

  it("commits on the thread while the disk is slow", () => {
    const lane = new Lane("thread")
    lane.hasThread()
    expect(new Set(went(slow(100, 10), lane))).toEqual(new Set(["thread"]))
  })
})
