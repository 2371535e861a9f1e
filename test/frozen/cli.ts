// Runs the real `pawl` on copies of the databases and records stdout, stderr and exit code.
import { spawn } from "node:child_process"
import { copyFileSync, mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundled } from "../bundled.ts"
import { ALONE, LINES } from "./cli-lines.ts"
import { READ_IN } from "./place.ts"
import type { Files } from "./recording.ts"

const PAWL = fileURLToPath(new URL("../kill-cli/pawl.ts", import.meta.url))
const FIXED_TIME = new URL("./fixed-time.mjs", import.meta.url).href
const AT_ONCE = 3

const ENVIRONMENT = {
  PATH: process.env.PATH ?? "",
  TZ: "UTC",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  NO_COLOR: "1",
  COLUMNS: "100",
  NODE_OPTIONS: `--import=${FIXED_TIME}`,
  PAWL_MODEL: "ollama:qwen3:8b",
  // Compiled code is kept between runs, away from the stories.
  NODE_COMPILE_CACHE: join(tmpdir(), "pawl-compile-cache"),
}

/** For every story that has lines: `databases` maps it to its file, `sessions` to the session "ID" stands for. */
export async function cliFiles(databases: ReadonlyMap<string, string>, sessions: ReadonlyMap<string, string>) {
  const typed = [...databases].flatMap(([story, file]) => {
    const home = join(READ_IN, "cli", story)
    mkdirSync(home, { recursive: true })
    copyFileSync(file, join(home, "pawl.db"))
    return (LINES[story] ?? []).map((line) => ({ story, home, line, id: sessions.get(story) ?? "" }))
  })
  const printed = await fewAtATime(typed, async ({ home, line, id }) => pawl(line.replace("ID", id), home))
  const byStory = new Map<string, Record<string, string>>()
  for (const [index, { story, line }] of typed.entries())
    byStory.set(story, { ...byStory.get(story), [fileNamed(line)]: printed[index] ?? "" })
  return byStory as ReadonlyMap<string, Files>
}

/** Help and other output without any session. */
export async function aloneFiles(): Promise<Files> {
  const home = join(READ_IN, "cli", "alone")
  mkdirSync(home, { recursive: true })
  const first = await pawl("--help", home)
  const [, list = ""] = /\nCommands\n([\s\S]*?)\n\n/.exec(first) ?? []
  const commands = list.split("\n").map((line) => line.trim().split(" ")[0] ?? "")
  const lines = [...ALONE, ...commands.filter((name) => name !== "help").map((name) => `help ${name}`)]
  const printed = await fewAtATime(lines, (line) => pawl(line, home))
  return Object.fromEntries(lines.map((line, index) => [fileNamed(line), printed[index] ?? ""]))
}

function fileNamed(line: string): string {
  return `cli/${line.replace(/[^\w]+/g, "-").replace(/^-|-$/g, "")}.txt`
}

async function pawl(line: string, home: string): Promise<string> {
  const child = spawn(process.execPath, [await bundled(PAWL), ...line.split(" ")], {
    cwd: READ_IN,
    env: { ...ENVIRONMENT, HOME: join(READ_IN, "home"), PAWL_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [out, err]: [string[], string[]] = [[], []]
  child.stdout.on("data", (chunk) => out.push(String(chunk)))
  child.stderr.on("data", (chunk) => err.push(String(chunk)))
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) =>
      resolve(`$ pawl ${line}\nexit ${code}\n--- stdout\n${out.join("")}--- stderr\n${err.join("")}`),
    )
  })
}

/** Runs a few at a time; the results are in order. */
async function fewAtATime<T>(all: readonly T[], run: (each: T) => Promise<string>): Promise<readonly string[]> {
  const answers: string[] = []
  const left = [...all.entries()].values()
  const worker = async () => {
    for (const [index, each] of left) answers[index] = await run(each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}
