// npm run bench -- start: how long the built programs take to start, beside Node itself: pawl --version, the library's import, and
// pawl -p to its first request and to its end.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "./built.ts"
import { round, table } from "./figures.ts"

const TIMES = 15
const HERE = fileURLToPath(new URL(".", import.meta.url))

export interface Starts {
  readonly nodeMs: number
  /** The others are over Node's own time. */
  readonly versionMs: number
  readonly importMs: number
  readonly printStartMs: number
  readonly printMs: number
}

export async function run(): Promise<void> {
  const starts = await measureStarts(build(), TIMES)
  reportStarts(starts)
  console.log(`\n${JSON.stringify({ bench: "start", ...starts })}`)
}

export function reportStarts({ nodeMs, ...over }: Starts): void {
  const rows = Object.entries(over).map(([name, ms]) => [name, ms] as const)
  console.log(table([`over node (${nodeMs})`, "ms"], rows))
}

/** `bin`: the built pawl. */
export async function measureStarts(bin: string, times: number): Promise<Starts> {
  const home = mkdtempSync(join(tmpdir(), "pawl-bench-start-"))
  const server = await answeringServer()
  const env = {
    ...process.env,
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    NODE_COMPILE_CACHE: undefined,
    OPENAI_API_KEY: "none",
    OPENAI_BASE_URL: server.baseUrl,
  }
  const programs = {
    node: ["-e", "0"],
    version: [bin, "--version"],
    import: ["--input-type=module", "-e", 'await import("@pawl/agent")'],
    print: [bin, "-p", "hello", "--model", "openai:bench"],
  }
  const best = { node: Infinity, version: Infinity, import: Infinity, print: Infinity, firstRequest: Infinity }
  try {
    // In turns, and the quickest of each: whatever else runs on the machine only adds to it.
    for (let time = 0; time < times; time++) {
      for (const [name, words] of Object.entries(programs) as [keyof typeof programs, string[]][]) {
        const began = performance.now()
        await runToEnd(words, env)
        best[name] = Math.min(best[name], performance.now() - began)
        if (name === "print") best.firstRequest = Math.min(best.firstRequest, server.askedAt() - began)
      }
    }
  } finally {
    server.close()
    rmSync(home, { recursive: true, force: true })
  }
  const over = (ms: number) => round(ms - best.node, 0)
  return {
    nodeMs: round(best.node, 0),
    versionMs: over(best.version),
    importMs: over(best.import),
    printStartMs: over(best.firstRequest),
    printMs: over(best.print),
  }
}

async function runToEnd(words: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const program = spawn(process.execPath, words, { env, cwd: HERE, stdio: ["ignore", "ignore", "pipe"] })
  let stderr = ""
  program.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes
  })
  const [status] = (await once(program, "close")) as [number | null]
  if (status !== 0) throw new Error(`node ${words.join(" ")} failed: ${stderr}`)
}

/** A model that says one word, and knows when it was last asked. */
async function answeringServer() {
  const choice = { index: 0, delta: { content: "Hello." }, finish_reason: "stop" }
  const answer = `data: ${JSON.stringify({ id: "1", model: "bench", choices: [choice] })}\n\ndata: [DONE]\n\n`
  let askedAt = 0
  const server = createServer((request, response) => {
    askedAt = performance.now()
    request.resume()
    response.writeHead(200, { "content-type": "text/event-stream" }).end(answer)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  return { baseUrl, askedAt: () => askedAt, close: () => server.close() }
}
