import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { files } from "./folders.ts"
import { openLog } from "./log-file.ts"

const folder = mkdtempSync(join(tmpdir(), "pawl-log-"))

afterEach(() => {
  vi.unstubAllEnvs()
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
