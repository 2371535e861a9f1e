// Workers on one database file, killed at random under load for ten seconds; `npm run chaos` does it for a minute.
import { describe, expect, it } from "vitest"
import { epochObjections, workersUnderLoad } from "./workers.ts"

describe("workers that share a database file", { timeout: 300_000 }, () => {
  it("run each session one at a time and finish all, while workers are killed at random under load (T10)", async () => {
    const report = await workersUnderLoad({ seconds: 10, workers: 3, seed: 11 })
    expect(report.wrong).toEqual([])
    expect(report.killed).toBeGreaterThan(0)
    expect(report.turns).toBeGreaterThanOrEqual(report.sessions)
    process.stdout.write(
      `workers: ${report.killed} killed, ${report.turns} turns, ${report.takeOvers} take-overs, ${report.unknown} unknown\n`,
    )
  })

  it("are detected by epochObjections when two of them run one session", () => {
    expect(epochObjections(["s 1 1 2 a", "s 1 3 1 b"])).toEqual(["s: epoch 1 had two workers"])
    expect(epochObjections(["s 2 1 2 a", "s 1 3 1 b"])).toEqual(["s: epoch 1 wrote after a later one, at 3"])
    expect(epochObjections(["s 1 1 2 a", "s 2 2 1 b"])).toEqual(["s: two appends at 2"])
    expect(epochObjections(["s 1 1 2 a", "s 1 3 1 a", "s 2 4 1 b", "cut of"])).toEqual([])
  })
})
