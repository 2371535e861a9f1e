// Runs the official conformance suite for clients against client.ts, a few scenarios at a time: all at once they would
// compete for the processor, and some of them measure time.
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { bundled } from "../bundled.ts"

export interface Outcome {
  readonly scenario: string
  readonly passed: boolean
  /** The suite's output, when the scenario did not pass. */
  readonly why: string
}

/** The scenarios of `core`, as `client --suite core` runs them. */
export const CORE = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "auth/metadata-default",
  "auth/metadata-var1",
  "auth/metadata-var2",
  "auth/metadata-var3",
  "auth/basic-cimd",
  "auth/scope-from-www-authenticate",
  "auth/scope-from-scopes-supported",
  "auth/scope-omitted-when-undefined",
  "auth/scope-step-up",
  "auth/scope-retry-limit",
  "auth/token-endpoint-auth-basic",
  "auth/token-endpoint-auth-post",
  "auth/token-endpoint-auth-none",
  "auth/pre-registration",
] as const

const TIMED = "sse-retry"

const run = promisify(execFile)
const MAIN = join(
  dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")),
  "dist/index.js",
)
const CLIENT = fileURLToPath(new URL("./client.ts", import.meta.url))

/** All scenarios for clients. */
export async function allScenarios(): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [MAIN, "list", "--client"])
  return [...stdout.matchAll(/^\s+- (\S+) \[/gm)].map(([, name = ""]) => name)
}

export async function runScenarios(
  scenarios: readonly string[],
  {
    atOnce = 2,
    onOutcome = () => {},
  }: { readonly atOnce?: number; readonly onOutcome?: (outcome: Outcome) => void } = {},
): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-conformance-results-"))
  const waiting = [...scenarios]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const first = await runScenario(next, folder)
      // One scenario measures how late the client is by the clock. A busy machine may fail it, so it may run once more.
      const outcome = first.passed || next !== TIMED ? first : await runScenario(next, folder)
      outcomes.push(outcome)
      onOutcome(outcome)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    rmSync(folder, { recursive: true })
  }
  return outcomes
}

async function runScenario(scenario: string, folder: string): Promise<Outcome> {
  const command = `${process.execPath} ${await bundled(CLIENT)}`
  const args = [MAIN, "client", "--scenario", scenario, "--command", command, "--timeout", "60000", "-o", folder]
  try {
    // Every scenario starts two programs: they share one compile cache.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, "compiled") }
    await run(process.execPath, args, { maxBuffer: 2 ** 26, env })
    return { scenario, passed: true, why: "" }
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string }
    return { scenario, passed: false, why: failuresIn(`${stdout}\n${stderr}`) }
  }
}

function failuresIn(output: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the suite writes in colours.
  const plain = output.replace(/\u001b\[[0-9;]*m/g, "")
  const failed = plain.split("\n").filter((line) => /FAILURE|Failed|error/i.test(line))
  return failed.slice(0, 8).join("\n")
}
