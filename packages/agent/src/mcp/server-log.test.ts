import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { scratch } from "./__fixtures__/peers.ts"
import { readServerLog, serverLog } from "./server-log.ts"

const hide = (text: string) => text.replaceAll("hunter2", "[redacted]")

describe("a server's log", () => {
  it("is private, spans several starts, and returns the last lines", () => {
    const folder = join(scratch(), "logs")
    for (const life of ["one", "two"]) {
      const log = serverLog(folder, "files", hide)
      log.add(`start ${life}\nwith hunter2\n`)
      log.close()
    }
    expect(readServerLog(folder, "files", 3)).toEqual(["with [redacted]", "start two", "with [redacted]"])
    expect(statSync(join(folder, "files.log")).mode & 0o777).toBe(0o600)
    expect(readServerLog(folder, "unknown", 3)).toBeUndefined()
  })

  it("masks a secret that arrived in two pieces", () => {
    const folder = scratch()
    const log = serverLog(folder, "files", hide)
    log.add("the password is hun")
    log.add("ter2, remember it")
    log.close()
    expect(readServerLog(folder, "files", 1)).toEqual(["the password is [redacted], remember it"])
  })

  it("never grows beyond two files of limited size", () => {
    const folder = scratch()
    for (let n = 0; n < 40; n++) {
      const log = serverLog(folder, "files", hide)
      for (let line = 0; line < 1000; line++) log.add(`${n} ${"x".repeat(100)}\n`)
      log.close()
    }
    expect(readdirSync(folder).sort()).toEqual(["files.log", "files.log.1"])
    const size = readdirSync(folder).reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0)
    expect(size).toBeLessThan(700_000)
    expect(readServerLog(folder, "files", 1)?.[0]).toMatch(/^39 x/)
  })

  it("does not throw when it cannot be written", () => {
    const log = serverLog("/proc/none", "files", hide)
    log.add("a\n")
    expect(() => log.close()).not.toThrow()
  })
})
