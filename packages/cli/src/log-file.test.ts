import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PawlError } from "@pawl/agent"
import { afterEach, describe, expect, it, vi } from "vitest"
import { files } from "./folders.ts"
import { type LogFile, openLog } from "./log-file.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-log-"))

afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

it("openLog writes no secret: not in lists, after a line break, in the message, nor in a cause", async () => {
  vi.stubEnv("ODD_API_KEY", "of/no\\known-shape")
  const folders = { config: folder, data: folder, state: folder }
  const log = await openLog(folders, { command: "test" })
  const stack = "Error: refused\nsk-abcdefgh1234\n/home/ada/x\n\tgsk_abcdefghij0123456789"
  log.error({ stack, error: { message: "of/no\\known-shape" } }, "wrong sk-abcdefgh5678")
  log.info({ list: ["https://ada:hunter2@host/x"], count: 3, nothing: null }, "turn-start")
  log.error({ err: new Error("refused sk-abcdefgh9999") }, "failed")
  log.info({ arguments: { password: "hunter2hunter2", path: "notes.txt" } }, "tool-call")
  log.close()
  const written = readFileSync(files.log(folders), "utf8")
  expect(written).not.toMatch(/abcdefgh|ada|hunter2|known-shape/)
  const [first, second, third, fourth] = written
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
  expect(first).toMatchObject({
    command: "test",
    stack: "Error: refused\n[redacted]\n~/x\n\t[redacted]",
    error: { message: "[redacted]" },
    msg: "wrong [redacted]",
  })
  expect(second).toMatchObject({ list: ["https://[redacted]@host/x"], count: 3, nothing: null, msg: "turn-start" })
  expect(third.err.message).toBe("refused [redacted]")
  expect(fourth.arguments).toEqual({ password: "[redacted]", path: "notes.txt" })
})

it("openLog writes what an error says under any name: code, message and causes, without secrets", async () => {
  const folders = { config: folder, data: folder, state: folder }
  const log = await openLog(folders, { command: "test" })
  const cause = new Error("SQLITE_FULL at sk-abcdefgh1234")
  const error = new PawlError("store-failed", 'The store "agent.db" could not do this: the disk is full.', { cause })
  log.error({ trace: "t-1", error }, "request failed")
  log.close()
  expect(JSON.parse(readFileSync(files.log(folders), "utf8"))).toMatchObject({
    trace: "t-1",
    error: {
      name: "PawlError",
      code: "store-failed",
      message: 'The store "agent.db" could not do this: the disk is full.',
      cause: { message: "SQLITE_FULL at [redacted]" },
    },
  })
})

describe("the first record", () => {
  const folders = { config: folder, data: folder, state: folder }
  const written = () =>
    readFileSync(files.log(folders), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line))
  const opened = async () => {
    vi.useFakeTimers({ now: 5000 })
    return openLog(folders, { command: "test" })
  }

  it.each([
    ["a second record", (log: LogFile) => log.info({}, "second"), ["first", "second"]],
    ["an error", (log: LogFile) => log.error({}, "wrong"), ["first", "wrong"]],
    ["the end", (log: LogFile) => log.close(), ["first"]],
    ["a second", () => vi.advanceTimersByTime(1000), ["first"]],
  ])("waits for %s, and keeps its time", async (_, what, messages) => {
    const log = await opened()
    log.info({}, "first")
    expect(written()).toEqual([])
    vi.advanceTimersByTime(900)
    what(log)
    expect(written().map(({ msg }) => msg)).toEqual(messages)
    expect(written()[0]).toMatchObject({ level: 30, time: 5000, command: "test" })
  })

  it("is written at once if it is an error", async () => {
    const log = await opened()
    log.error({}, "wrong")
    log.info({}, "second")
    expect(written().map(({ msg }) => msg)).toEqual(["wrong", "second"])
  })
})
