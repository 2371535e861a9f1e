import { describe, expect, it } from "vitest"
import { hopeless, nextTry, RESTARTS } from "./restart-policy.ts"

describe("a server that failed is tried again", () => {
  it.each([
    { failures: 1, next: { kind: "restart", number: 1, inMs: 1000 } },
    { failures: 2, next: { kind: "restart", number: 2, inMs: 2000 } },
    { failures: 3, next: { kind: "restart", number: 3, inMs: 4000 } },
    { failures: 4, next: { kind: "cool-down", inMs: 30_000 } },
    { failures: 5, next: { kind: "cool-down", inMs: 60_000 } },
    { failures: 7, next: { kind: "cool-down", inMs: 240_000 } },
    { failures: 8, next: { kind: "cool-down", inMs: 300_000 } },
    { failures: 5000, next: { kind: "cool-down", inMs: 300_000 } },
  ] as const)("L25: after failure $failures: $next", ({ failures, next }) => {
    expect(nextTry(failures, RESTARTS)).toEqual(next)
  })

  it("only when it is called, if a restart cannot fix it", () => {
    expect(nextTry(hopeless(1, RESTARTS), RESTARTS)).toEqual({ kind: "cool-down", inMs: 30_000 })
    expect(hopeless(6, RESTARTS)).toBe(6)
  })
})
