import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { identify, isDead } from "./runner-identity.ts"

const me = identify({ next: () => "me" })
const hasProc = existsSync("/proc/self/stat")

describe("a runner", () => {
  it("is this process", () => {
    expect(me).toMatchObject({ id: "me", pid: process.pid, boot: expect.stringMatching(/./) })
    expect(identify({ next: () => "other" })).toEqual({ ...me, id: "other" })
  })

  it("lives while its process does", async () => {
    expect(isDead(me)).toBe(false)
    const child = spawn(process.execPath, ["-e", "process.stdin.resume()"])
    await once(child, "spawn")
    expect(isDead({ ...me, pid: child.pid ?? 0, started: "" })).toBe(false)
    child.kill("SIGKILL")
    await once(child, "exit")
    expect(isDead({ ...me, pid: child.pid ?? 0, started: "" })).toBe(true)
  })

  it("is dead when its process has ended", () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""])
    expect(isDead({ ...me, pid })).toBe(true)
  })

  it.runIf(hasProc)("is dead when another process has its pid, recognised by its start time", () => {
    expect(me.started).toMatch(/^\d+$/)
    expect(isDead({ ...me, started: "1" })).toBe(true)
  })

  it.runIf(hasProc)("is dead when its process is a zombie", async () => {
    // The shell starts a child, prints its pid and becomes a program that never waits for the child.
    const parent = spawn("sh", ["-c", "sleep 30 & echo $!; exec sleep 30"], { stdio: ["ignore", "pipe", "ignore"] })
    try {
      const [line] = (await once(parent.stdout, "data")) as [Buffer]
      const pid = Number(line.toString().trim())
      await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, "utf8"), { interval: 5 }).toBe("sleep\n")
      process.kill(pid, "SIGKILL")
      await expect.poll(() => isDead({ ...me, pid, started: "" }), { interval: 5 }).toBe(true)
      expect(existsSync(`/proc/${pid}/stat`)).toBe(true)
    } finally {
      parent.kill("SIGKILL")
    }
  })

  it.each([
    { name: "another machine's or boot's", change: { boot: "elsewhere/pid:[1]" } },
    { name: "another machine's with a pid that is unused here", change: { boot: "elsewhere", pid: 2 ** 22 - 1 } },
  ])("is never known to be dead when it is $name", ({ change }) => {
    expect(isDead({ ...me, started: "1", ...change })).toBe(false)
  })

  it("does not count as dead when its start time is unknown", () => {
    expect(isDead({ ...me, started: "" })).toBe(false)
  })
})
