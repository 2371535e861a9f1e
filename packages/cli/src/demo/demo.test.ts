// The demo for real: real processes, a real database, a real SIGKILL.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it } from "vitest"

const PAWL = fileURLToPath(new URL("../../bin/pawl.js", import.meta.url))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-demo-test-"))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the demo with a temporary folder of ours, so that we see what it leaves behind. */
async function pawl(words: readonly string[], onOutput: (soFar: string, demo: ChildProcess) => void = () => {}) {
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  const demo = spawn(process.execPath, [PAWL, ...words], { env, stdio: ["ignore", "pipe", "pipe"] })
  const said = { stdout: "", stderr: "" }
  demo.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text
    onOutput(said.stdout, demo)
  })
  demo.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  return new Promise<Run>((resolve) => {
    demo.on("close", (code) => resolve({ code, ...said }))
  })
}

/** Numbered without a gap, each rename started once, and the kill where it was. */
function expectWholeLog(stdout: string): void {
  const log = stdout.slice(stdout.indexOf("The log: "))
  const rows = [...log.matchAll(/^ +(\d+) {2}([a-z-]+) +(.*)$/gm)].map(([, seq, type]) => ({ seq: Number(seq), type }))
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1))
  expect(log).toContain(`The log: ${rows.length} facts`)
  expect(log).toMatch(/tool-started +rename_file "Screenshot 4.txt".*\n.*killed here.*\n.*rename_file: unknown\n/)
  expect([...log.matchAll(/tool-started +rename_file/g)]).toHaveLength(7)
  expect(rows.at(-1)?.type).toBe("turn-finished")
}

describe("pawl demo", () => {
  it("is killed after the fourth rename, and another process finishes the turn", async () => {
    const { code, stdout, stderr } = await pawl([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^process (\d+) was killed \(SIGKILL\), right after rename 4 took place$/m)
    const pids = [...stdout.matchAll(/^process (\d+) (?:begins|opens)/gm)].map(([, pid]) => pid)
    expect(new Set(pids).size).toBe(2)
    expect(stdout).toContain('"Plan of the garden.txt" is there: it was done, and I go on.')
    expect(stdout).toContain("All 7 screenshots are named after their titles.")
    expect(stdout).toContain("\n7 renamed, none twice, none lost, 1 unknown outcome verified.\n")
    expectWholeLog(stdout)
    expect(stdout).not.toContain("\u001b")
    expect(readdirSync(folder)).toEqual([])
  })

  it("tells the plain story in one process with --no-crash", async () => {
    const { code, stdout, stderr } = await pawl(["demo", "--no-crash"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).not.toMatch(/killed|^process/m)
    expect(stdout).toContain("\n7 renamed, none twice, none lost, no unknown outcome.\n")
  })

  it.each([
    [["demo"], "begins"],
    [["demo", "--no-crash"], "seven files"],
  ])("ends %j on Ctrl-C with 130, and cleans up", async (words, moment) => {
    const { code, stdout, stderr } = await pawl(words, (soFar, demo) => {
      if (soFar.includes(moment) && !soFar.includes("Stopped.")) demo.kill("SIGINT")
    })
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" })
    expect(stdout).toContain("Stopped.")
    expect(stdout).not.toContain("The log: ")
    expect(readdirSync(folder)).toEqual([])
  })

  it("runs when nothing comes from an input that stays open", async () => {
    const env = { ...process.env, TMPDIR: folder }
    const demo = spawn(process.execPath, [PAWL], { env, stdio: ["pipe", "pipe", "inherit"] })
    let said = ""
    demo.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
    })
    expect(await new Promise((resolve) => demo.on("close", resolve))).toBe(0)
    expect(said).toContain("\n7 renamed, none twice, none lost, 1 unknown outcome verified.\n")
  })

  it("says in one line that it has nowhere to work, and exits 1", async () => {
    rmSync(folder, { recursive: true })
    const { code, stdout, stderr } = await pawl(["demo"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^pawl: .*no such file or directory.*\n$/)
  })

  it("goes on quietly when nobody reads its output any more", async () => {
    const { code, stderr } = await pawl(["demo", "--no-crash"], (_, demo) => demo.stdout?.destroy())
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(readdirSync(folder)).toEqual([])
  })
})
