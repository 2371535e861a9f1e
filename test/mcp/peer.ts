// Starts the fault server for a test over either transport, and checks what it leaves behind.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { systemClock } from "../../packages/agent/src/base/system-clock.ts"
import { loadServers, type McpEntry } from "../../packages/agent/src/mcp/config.ts"
import { type McpOptions, type McpTools, mcpTools } from "../../packages/agent/src/mcp/mcp-tools.ts"
import { toolbox } from "../../packages/agent/src/tools/toolbox.ts"

export type Transport = "stdio" | "http"

export interface Peer {
  readonly source: McpTools
  /** Makes a call as the agent's loop would. */
  call(name: string): Promise<Called>
  /** Processes of the server that still run; read after `close`. */
  survivors(): readonly number[]
  close(): Promise<void>
}

export interface Called {
  readonly outcome: string
  readonly text: string
}

export interface PeerOptions extends McpOptions {
  readonly flags?: readonly string[]
  readonly timeoutMs?: number
}

const program = (name: string) => fileURLToPath(new URL(`./fault-server/${name}.ts`, import.meta.url))

export async function startPeer(transport: Transport, options: PeerOptions = {}): Promise<Peer> {
  const { flags = [], timeoutMs = 1000, ...mcp } = options
  const folder = mkdtempSync(join(tmpdir(), "pawl-fault-"))
  const starts = join(folder, "starts")
  const service = transport === "http" ? await serve(flags) : undefined
  const entry: McpEntry =
    service === undefined
      ? { command: process.execPath, args: [program("stdio"), ...flags], env: { STARTS: starts } }
      : { type: "http", url: service.url }
  const source = mcpTools(loadServers({ mcpServers: { fault: { ...entry, timeoutMs } } }), {
    maxMessageBytes: 4 * 2 ** 20,
    restarts: { delaysMs: [100, 400, 1600], coolDownMs: 500, maxCoolDownMs: 1000 },
    startTimeoutMs: 5000,
    ...mcp,
  })
  await source.ready()
  const box = toolbox([source], { clock: systemClock, approve: "auto" })
  const pids = () => (service === undefined ? pidsIn(starts) : service.pids)
  return {
    source,
    async call(name) {
      const prepared = await box.prepare({ id: "c", name: `fault__${name}`, arguments: {} })
      if (prepared.kind === "immediate") throw new Error(`refused: ${JSON.stringify(prepared.result)}`)
      const signal = new AbortController().signal
      const names = { effectKey: "s:c", call: "c", session: "s", trace: "t" }
      const result = await box.run(prepared, {
        signal,
        ...names,
        onOutput: () => {},
        readResult: async () => undefined,
      })
      const words = result.content.map((part) => (part.type === "text" ? part.text : ""))
      return { outcome: result.outcome, text: words.join("\n") }
    },
    survivors: () => pids().filter(isAlive),
    async close() {
      await source.close()
      await service?.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Runs the server as a service manager does: when it ends, it is started again. */
async function serve(flags: readonly string[]) {
  const port = await freePort()
  const pids: number[] = []
  let child: ChildProcess | undefined
  let isOver = false
  const start = async () => {
    child = spawn(process.execPath, [program("http"), ...flags], {
      env: { ...process.env, PORT: String(port) },
      stdio: ["ignore", "pipe", "ignore"],
    })
    pids.push(child.pid ?? 0)
    child.once("exit", () => isOver || void start())
    if (child.stdout !== null) await once(child.stdout, "data")
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    pids,
    async close() {
      isOver = true
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      child.kill("SIGKILL")
      await once(child, "exit")
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, "close")
  return port
}

function pidsIn(file: string): readonly number[] {
  try {
    return readFileSync(file, "utf8").trim().split("\n").map(Number)
  } catch {
    return []
  }
}

/** Counts a zombie as alive: the process that starts a child has to reap it. */
function isAlive(pid: number): boolean {
  try {
    readFileSync(`/proc/${pid}/stat`, "utf8")
    return true
  } catch {
    return false
  }
}
