// npm run bench -- start: how long programs take to start, beside Node itself: pawl --version, the library's import, pawl -p to its end.
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { round, table } from "./figures.ts"

const TIMES = 15
const BIN = fileURLToPath(new URL("../packages/cli/bin/pawl.js", import.meta.url))
const MODEL = fileURLToPath(new URL("../packages/cli/src/__fixtures__/echo.ts", import.meta.url))

export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "pawl-bench-start-"))
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: join(home, "cache"), NODE_COMPILE_CACHE: undefined }
  const sources = ["--conditions=@pawl/source"]
  const programs = {
    nodeMs: ["-e", "0"],
    versionMs: [BIN, "--version"],
    importMs: [...sources, "--input-type=module", "-e", 'await import("@pawl/agent")'],
    printMs: [BIN, "-p", "hello", "--model", `scripted:${MODEL}`],
  }
  try {
    const best: Record<string, number> = {}
    // In turns, and the quickest of each: whatever else runs on the machine only adds to it.
    for (let time = 0; time < TIMES; time++) {
      for (const [name, words] of Object.entries(programs)) {
        const took = timeOf(words, env)
        best[name] = Math.min(best[name] ?? took, took)
      }
    }
    const { nodeMs = 0, ...others } = best
    const over = Object.entries(others).map(([name, ms]) => [name, round(ms - nodeMs, 0)] as const)
    console.log(table(["over node", "ms"], over))
    console.log(`\n${JSON.stringify({ bench: "start", nodeMs: round(nodeMs, 0), ...Object.fromEntries(over) })}`)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function timeOf(words: readonly string[], env: NodeJS.ProcessEnv): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" })
  if (status !== 0) throw new Error(`node ${words.join(" ")} failed: ${stderr}`)
  return performance.now() - began
}
