// npm run bench -- terminal: the built conversation on a pseudo-terminal: from its start to the prompt, and CPU time for each piece of a
// streamed answer, beside Node itself and beside pi-tui without an agent.
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { storyModel } from "../test/web/__fixtures__/story-model.ts"
import { build } from "./built.ts"
import { median, round, table } from "./figures.ts"
import { measureStarts } from "./start.ts"
import { END, PAUSE_MS, PIECES, pieces } from "./terminal/answer.ts"
import { onPty } from "./terminal/pty.ts"

const STARTS = 10
const ANSWERS = 3
/** The row below the field: the prompt is there. */
const READY = "mode ask"

export async function run(): Promise<void> {
  const bin = build()
  const { nodeMs, printStartMs } = await measureStarts(bin, STARTS)
  const home = mkdtempSync(join(tmpdir(), "pawl-bench-terminal-"))
  const model = await storyModel(() => ({ text: pieces().join(""), pauseMs: PAUSE_MS }))
  const cwd = join(home, "work")
  mkdirSync(cwd)
  const env = {
    ...process.env,
    PAWL_HOME: join(home, "home"),
    XDG_CACHE_HOME: join(home, "cache"),
    NODE_COMPILE_CACHE: undefined,
    PAWL_SCREEN: undefined,
    PAWL_MODEL: "openai:bench",
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: model.url,
  }
  try {
    const { startMs, startCpuMs } = await started(bin, { env, cwd })
    const screen = await streamed([bin], { env, cwd })
    const lines = await streamed([bin, "--plain"], { env, cwd }, "> ")
    const [blocks, whole] = [floor("blocks"), floor("whole")]
    report({ startMs, nodeMs, printStartMs, cpuMsPerChunk: screen }, { startCpuMs, lines, blocks, whole })
  } finally {
    await model.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

type How = Parameters<typeof onPty>[1]

/** The quickest: whatever else runs on the machine only adds to it. */
async function started(bin: string, how: How): Promise<{ readonly startMs: number; readonly startCpuMs: number }> {
  let best = Infinity
  let cpu = Infinity
  for (let time = 0; time < STARTS; time++) {
    const began = performance.now()
    const program = onPty([bin], how)
    best = Math.min(best, (await program.see(READY)) - began)
    cpu = Math.min(cpu, program.cpuMs())
    await program.stop()
  }
  return { startMs: round(best, 0), startCpuMs: round(cpu, 0) }
}

/** CPU time of the whole process. The first answer is for the compiler. */
async function streamed(words: readonly string[], how: How, ready = READY): Promise<number> {
  const program = onPty(words, how)
  await program.see(ready)
  const costs: number[] = []
  for (let time = 0; time <= ANSWERS; time++) {
    const before = program.cpuMs()
    program.type("go\r")
    await program.see(END)
    if (time > 0) costs.push((program.cpuMs() - before) / PIECES)
    await program.see(ready)
  }
  await program.stop()
  return round(median(costs), 2)
}

function floor(how: string): number {
  const file = fileURLToPath(new URL("./terminal/floor.ts", import.meta.url))
  const command = `stty cols 100 rows 40 && exec '${process.execPath}' --conditions=@pawl/source '${file}' ${how} 2>"$FIGURE"`
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-floor-"))
  const figure = join(folder, "figure")
  execFileSync("script", ["-qfec", command, "/dev/null"], { env: { ...process.env, FIGURE: figure }, stdio: "pipe" })
  const ms = Number(execFileSync("cat", [figure], { encoding: "utf8" }))
  rmSync(folder, { recursive: true })
  return round(ms, 2)
}

interface Figures {
  readonly startMs: number
  readonly nodeMs: number
  readonly printStartMs: number
  readonly cpuMsPerChunk: number
}

type Beside = Readonly<Record<"startCpuMs" | "lines" | "blocks" | "whole", number>>

function report(figures: Figures, beside: Beside): void {
  const rows = [
    ["node -e 0, ms", figures.nodeMs, ""],
    ["pawl: from its start to the prompt, ms", figures.startMs, "300"],
    ["  of it CPU time, which other programs do not add to", beside.startCpuMs, ""],
    ["pawl -p: to its first request, over Node, ms", figures.printStartMs, "120"],
    ["CPU for each piece of an answer, ms: pawl, all of it", figures.cpuMsPerChunk, "0.7"],
    ["  pawl --plain, which draws no Markdown", beside.lines, ""],
    ["  pi-tui alone, a component for each finished block", beside.blocks, ""],
    ["  pi-tui alone, one Markdown component", beside.whole, ""],
  ] as const
  console.log(table(["", "figure", "at most"], rows))
  console.log(`\n${JSON.stringify({ bench: "terminal", ...figures })}`)
}
