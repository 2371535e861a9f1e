// An effect that comes too late: after a crash, after a stop, after
// a person's edit. It changes nothing, and its result says so.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createAgent, sqlite, type UndoLimits } from "@pawl/agent"
import { call, type Script, scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const VICTIM = fileURLToPath(new URL("./late-victim.ts", import.meta.url))
let folder = ""
let victim: ChildProcess | undefined
const file = () => join(folder, "work", "a.txt")

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-late-"))
  mkdirSync(join(folder, "work"))
  writeFileSync(file(), "v0")
})

afterEach(() => {
  victim?.kill("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

/** Resolves when the signal has arrived: the intent is durable, and the file is unchanged. */
async function startAndSignal(
  signal: "SIGKILL" | "SIGSTOP",
  undo: UndoLimits | false = {},
  command: readonly string[] = [],
): Promise<ChildProcess> {
  const words = [VICTIM, folder, signal, JSON.stringify(undo), ...command]
  const child = spawn(process.execPath, ["--conditions=@pawl/source", ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  victim = child
  await once(child.stdout, "data")
  if (signal === "SIGKILL") await once(child, "exit")
  expect(readFileSync(file(), "utf8")).toBe("v0")
  return child
}

async function resume(script: Script, undo: UndoLimits | false = {}) {
  await using agent = await createAgent({
    model: scripted(script),
    workspace: join(folder, "work"),
    store: sqlite(join(folder, "pawl.db")),
    approve: "auto",
    undo,
    leases: { beatMs: 50, lapseMs: 400, sweepMs: 50 },
  })
  const session = await agent.open({ id: "s" })
  for await (const event of session.events()) if (event.type === "turn-end") break
  return { facts: await session.facts(), undo: () => session.undo() }
}

const writes = (content: string) => call("write_file", { path: "a.txt", content })
const says: Script = ({ results }) => `I see: ${results.map(({ text }) => text).join(" | ")}`

describe("a call that a crash interrupted before it wrote", () => {
  it("is run again when the file is unchanged", async () => {
    await startAndSignal("SIGKILL")
    const { facts } = await resume(says)
    expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({ outcome: "ok" })
    expect(readFileSync(file(), "utf8")).toBe("v1")
  })

  it("leaves a person's edit unchanged, reports it, and has nothing to undo", async () => {
    await startAndSignal("SIGKILL")
    writeFileSync(file(), "what a person wrote")
    const { facts } = await resume(says)
    expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({
      outcome: "refused",
      code: "changed-since",
    })
    expect(facts.findLast((fact) => fact.type === "turn-finished")).toMatchObject({
      text: expect.stringMatching(/"a\.txt" was changed by somebody else/),
    })
    expect(readFileSync(file(), "utf8")).toBe("what a person wrote")
  })

  describe.each<readonly [string, UndoLimits | false]>([
    ["too large to be kept", { maxFileBytes: 1 }],
    ["more than the session may keep", { maxSessionBytes: 1 }],
    ["never kept, as undo is off", false],
  ])("on a file that is %s", (_case, undo) => {
    it("is run again when the file is unchanged", async () => {
      await startAndSignal("SIGKILL", undo)
      await resume(says, undo)
      expect(readFileSync(file(), "utf8")).toBe("v1")
    })

    it("leaves a person's edit unchanged", async () => {
      await startAndSignal("SIGKILL", undo)
      writeFileSync(file(), "pv")
      const { facts } = await resume(says, undo)
      expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({ code: "changed-since" })
      expect(readFileSync(file(), "utf8")).toBe("pv")
    })
  })

  it("recognises its own work when that was done before the crash", async () => {
    await startAndSignal("SIGKILL")
    writeFileSync(file(), "v1")
    const { facts } = await resume(says)
    expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({ outcome: "ok" })
    expect(readFileSync(file(), "utf8")).toBe("v1")
  })
})

it("a process that was stopped before it wrote writes nothing when it wakes after a take-over", async () => {
  const stopped = await startAndSignal("SIGSTOP")
  // The other process runs the call again, and then writes another version.
  const { facts } = await resume(({ results }) => (results.length < 2 ? { calls: [writes("v2")] } : "Done."))
  expect(readFileSync(file(), "utf8")).toBe("v2")
  expect(facts.filter((fact) => fact.type === "tool-finished")).toHaveLength(2)
  const ended = once(stopped, "exit")
  stopped.kill("SIGCONT")
  await ended
  expect(readFileSync(file(), "utf8")).toBe("v2")
})

it("a process that was stopped before its command ran does not run it when it wakes after a take-over", async () => {
  const stopped = await startAndSignal("SIGSTOP", {}, ["echo woke > woke.txt"])
  const { facts } = await resume(says)
  expect(facts.find((fact) => fact.type === "tool-finished")).toMatchObject({ outcome: "unknown" })
  const ended = once(stopped, "exit")
  stopped.kill("SIGCONT")
  await ended
  expect(existsSync(join(folder, "work", "woke.txt"))).toBe(false)
})
