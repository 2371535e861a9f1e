// The demo with real processes, pictures, OCR, database and SIGKILL.
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"

const PAWL = fileURLToPath(new URL("../../bin/pawl.js", import.meta.url))

const NAMES = [
  "invoice-for-the-bicycle.png",
  "train-tickets-to-lisbon.png",
  "recipe-for-lentil-soup.png",
  "plan-of-the-garden.png",
  "notes-on-the-lecture.png",
  "warranty-of-the-kettle.png",
  "map-of-the-old-town.png",
]

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-demo-test-"))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The OCR servers that were seen. */
  readonly servers: ReadonlySet<number>
}

/** Runs the demo in a given temporary folder, to see what it leaves behind. */
async function pawl(words: readonly string[], onOutput: (soFar: string, demo: ChildProcess) => void = () => {}) {
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder }
  const demo = spawn(process.execPath, [PAWL, ...words], { env, stdio: ["ignore", "pipe", "pipe"] })
  const said = { stdout: "", stderr: "" }
  const servers = new Set<number>()
  demo.stdout.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text
    for (const pid of ocrServers()) servers.add(pid)
    onOutput(said.stdout, demo)
  })
  demo.stderr.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text
  })
  return new Promise<Run>((resolve) => {
    demo.on("close", (code) => resolve({ code, ...said, servers }))
  })
}

/** The running servers that were started for this folder. */
function ocrServers(): readonly number[] {
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))
  return pids.map(Number).filter((pid) => {
    const words = commandOf(pid)
    return words.some((word) => word.endsWith("ocr-server/server.ts")) && words.some((word) => word.startsWith(folder))
  })
}

function commandOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
  } catch {
    return []
  }
}

async function expectNothingLeft(): Promise<void> {
  expect(readdirSync(folder)).toEqual([])
  await vi.waitFor(() => expect(ocrServers()).toEqual([]), { timeout: 5000 })
}

/** Checks the log: no gap in the numbers, each rename started once, and the kill at its place. */
function expectWholeLog(stdout: string): void {
  const log = stdout.slice(stdout.indexOf("The log: "))
  const steps = [...log.matchAll(/^ +(\d+)(?:-(\d+))? {2}/gm)].map(([, from, to = from]) => [Number(from), Number(to)])
  expect(steps.map(([from]) => from)).toEqual([1, ...steps.slice(0, -1).map(([, to]) => Number(to) + 1)])
  expect(log).toContain(`The log: ${steps.at(-1)?.[1]} facts`)
  expect(log).toMatch(
    /started +move_file +Screenshot 4.png.*\n.*killed here.*\n +\d+ +unknown +move_file, not run again\n/,
  )
  expect([...log.matchAll(/move_file +Screenshot \d.png -> (.*)$/gm)].map(([, name]) => name)).toEqual(NAMES)
  expect([...log.matchAll(/ocr_image +Screenshot \d.png$/gm)]).toHaveLength(7)
  expect(log).toContain("model-answered, turn-finished\n")
}

describe("pawl demo", { timeout: 60_000 }, () => {
  it("is killed after the fourth rename, and another process finishes the turn", async () => {
    const { code, stdout, stderr, servers } = await pawl([])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(
      /^process (\d+) was killed \(SIGKILL\), right after rename 4 took place\nThe folder has 4 new/m,
    )
    const pids = [...stdout.matchAll(/^process (\d+) (?:begins|opens)/gm)].map(([, pid]) => pid)
    expect(new Set(pids).size).toBe(2)
    expect(stdout).toContain('"Plan of the garden / Potatoes / Apple trees / Herbs"')
    expect(stdout).toContain('"plan-of-the-garden.png" is there: it was done, and I go on.')
    expect(stdout).toContain("All 7 screenshots are named after what they show.")
    expect(stdout).toContain("\n7 renamed, none twice, none lost, 1 unknown outcome verified.\n")
    expectWholeLog(stdout)
    expect(stdout).not.toContain("\u001b")
    // One server of the killed process, one of the process that continued: both have ended.
    expect(servers.size).toBe(2)
    await expectNothingLeft()
  })

  it("runs in one process with --no-crash", async () => {
    const { code, stdout, stderr } = await pawl(["demo", "--no-crash"])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).not.toMatch(/killed|^process/m)
    for (const name of NAMES) expect(stdout).toContain(`-> ${name}  done\n`)
    expect(stdout).toContain("\n7 renamed, none twice, none lost, no unknown outcome.\n")
    await expectNothingLeft()
  })

  it.each([
    [["demo"], "begins"],
    [["demo"], "ocr_image"],
    [["demo", "--no-crash"], "seven screenshots"],
    [["demo", "--no-crash"], "ocr_image"],
  ])("ends %j on Ctrl-C at %j with 130, and cleans up", async (words, moment) => {
    const { code, stdout, stderr } = await pawl(words, (soFar, demo) => {
      if (soFar.includes(moment) && !soFar.includes("Stopped.")) demo.kill("SIGINT")
    })
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" })
    expect(stdout).toContain("Stopped.")
    expect(stdout).not.toContain("The log: ")
    await expectNothingLeft()
  })

  it("runs when stdin stays open without input", async () => {
    const env = { ...process.env, TMPDIR: folder }
    const demo = spawn(process.execPath, [PAWL], { env, stdio: ["pipe", "pipe", "inherit"] })
    let said = ""
    let isStopped = false
    demo.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      // Once: a second Ctrl-C would end it without its last output.
      if (said.includes("list_directory") && !isStopped) isStopped = demo.kill("SIGINT")
    })
    expect(await new Promise((resolve) => demo.on("close", resolve))).toBe(130)
    expect(said).toContain("list_directory")
  })

  it("reports a missing temporary folder in one line, and exits 1", async () => {
    rmSync(folder, { recursive: true })
    const { code, stdout, stderr } = await pawl(["demo"])
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(/^pawl: .*no such file or directory.*\n$/)
  })

  it("goes on quietly when the reader of its output is gone", async () => {
    const { code, stderr } = await pawl(["demo", "--no-crash"], (_, demo) => demo.stdout?.destroy())
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    await expectNothingLeft()
  })
})
