// How `npm run bench -- profile` reads a .cpuprofile: whose time is whose.
import { describe, expect, it } from "vitest"
import { type Profile, sumUp } from "../bench/profile/summary.ts"

const SOURCE = "file:///home/pawl/packages/agent/src"

/** Each frame calls the next one; the last one is seen once, for 100 µs. */
function profileOf(...frames: readonly (readonly [functionName: string, url: string])[]): Profile {
  const nodes = frames.map(([functionName, url], at) => ({
    id: at + 1,
    callFrame: { functionName, url, lineNumber: 6 },
    ...(at + 1 < frames.length && { children: [at + 2] }),
  }))
  return { nodes, samples: [frames.length], timeDeltas: [100] }
}

describe("the time of a profile", () => {
  it.each([
    ["a folder", "kernel", [["run", `${SOURCE}/kernel/run.ts`]]],
    ["a folder in it", "kernel/state", [["apply", `${SOURCE}/kernel/state/apply.ts`]]],
    ["that folder, from further down", "model/wire", [["read", `${SOURCE}/model/wire/sse/read.ts`]]],
    ["undici of the project", "undici", [["write", "file:///home/pawl/node_modules/undici/lib/client.js"]]],
    ["undici of Node", "undici", [["write", "node:internal/deps/undici/undici"]]],
    ["another package", "ajv", [["check", "file:///home/pawl/node_modules/ajv/dist/ajv.js"]]],
    ["Node", "node core", [["nextTick", "node:internal/process/task_queues"]]],
    ["gc", "gc", [["(garbage collector)", ""]]],
    [
      "the caller of what is built in",
      "model/wire",
      [
        ["ask", `${SOURCE}/model/wire/wire-model.ts`],
        ["stringify", ""],
      ],
    ],
  ] as const)("goes to %s: %s", (_whose, part, frames) => {
    expect(sumUp(profileOf(...frames), 10).parts).toEqual([{ name: part, micros: 10 }])
  })

  it("has the places of functions", () => {
    const profile = profileOf(["ask", `${SOURCE}/model/wire/wire-model.ts`], ["stringify", ""])
    expect(sumUp(profile, 1).functions).toEqual([{ name: "stringify in ask model/wire/wire-model.ts:7", micros: 100 }])
  })

  it("does not count what other programs took between two samples", () => {
    const once = profileOf(["run", `${SOURCE}/kernel/run.ts`])
    const often = { ...once, samples: [1, 1, 1], timeDeltas: [100, 100, 40_000] }
    expect(sumUp(often, 1).parts).toEqual([{ name: "kernel", micros: 700 }])
  })

  it.each([
    ["waits", [["(idle)", ""]]],
    ["records", [["post", "node:inspector"]]],
  ] as const)("leaves out what only %s", (_what, frames) => {
    expect(sumUp(profileOf(...frames), 1).parts).toEqual([])
  })
})
