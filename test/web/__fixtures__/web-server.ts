// A real `pawl serve` with the web app, its own home and folder, and a model that plays stories. It can be killed and started again.
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { stories } from "./stories.ts"
import { type Story, storyModel } from "./story-model.ts"

const PAWL = fileURLToPath(new URL("../../../packages/cli/bin/pawl.js", import.meta.url))
const execute = promisify(execFile)

export interface WebServer {
  readonly url: string
  /** The workspace. */
  readonly folder: string
  readonly home: string
  kill(signal?: NodeJS.Signals): Promise<void>
  /** It hangs: it neither answers nor ends, until it goes on. */
  hang(): void
  goOn(): void
  /** Starts it again, on the same port and database. */
  start(): Promise<void>
  /** Runs another command of `pawl` with the same settings, as ["users", "add", "ann"]; returns what it printed. */
  pawl(...words: readonly string[]): Promise<string>
  close(): Promise<void>
}

export interface WebServerOptions {
  readonly story?: Story
  /** Written to the configuration. */
  readonly config?: object
  readonly files?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly port?: number
}

export async function webServer(options: WebServerOptions = {}): Promise<WebServer> {
  const home = mkdtempSync(join(tmpdir(), "pawl-web-"))
  const folder = join(home, "work")
  for (const each of [folder, join(home, "config/pawl")]) mkdirSync(each, { recursive: true })
  for (const [name, words] of Object.entries({ ...FILES, ...options.files })) writeFileSync(join(folder, name), words)
  if (options.config !== undefined)
    writeFileSync(join(home, "config/pawl/config.json"), JSON.stringify(options.config, null, 2))
  const model = await storyModel(options.story ?? stories)
  const env = { ...plainEnv(home), OPENAI_BASE_URL: model.url, PAWL_MODEL: "openai:story", ...options.env }
  const port = options.port ?? (await freePort())
  let running: ChildProcess | undefined
  const start = async () => {
    running = await started(["serve", "--port", String(port), "--cwd", folder, "--drain-seconds", "1"], env)
  }
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    const child = running
    running = undefined
    if (child === undefined || child.exitCode !== null) return
    const gone = once(child, "exit")
    child.kill(signal)
    await gone
  }
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    folder,
    home,
    kill,
    hang: () => void running?.kill("SIGSTOP"),
    goOn: () => void running?.kill("SIGCONT"),
    start,
    pawl: async (...words) => (await execute(process.execPath, [PAWL, ...words, "--cwd", folder], { env })).stdout,
    close: async () => {
      await kill("SIGKILL")
      await model.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const FILES: Readonly<Record<string, string>> = {
  "poem.txt": "Roses are red\nViolets are blue\n",
  ...Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`Screenshot ${index + 1}.png`, ""])),
}

/** Nothing of the machine: no settings, keys or proxies of the person who runs the tests. */
function plainEnv(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH ?? "",
    HOME: home,
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_DATA_HOME: join(home, "data"),
    XDG_STATE_HOME: join(home, "state"),
    XDG_CACHE_HOME: join(home, "cache"),
    OPENAI_API_KEY: "story-key-1",
    NO_COLOR: "1",
  }
}

/** Resolves when it prints its address. */
async function started(words: readonly string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [PAWL, ...words], { env, stdio: "pipe" })
  const problems: string[] = []
  child.stderr.setEncoding("utf8").on("data", (words: string) => problems.push(words))
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("Pawl serves")) {
      child.stdout.resume()
      return child
    }
  }
  throw new Error(`pawl ${words.join(" ")} ended before it served: ${problems.join("")}`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, "close")
  return port
}
