// What commands may load: packages, and how many modules of Pawl's own. A start pays for each of them, used or not.
import { execFile } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const HOOK = fileURLToPath(new URL("./note-loaded.ts", import.meta.url))

export interface Load {
  readonly words: readonly string[]
  /** Not Pawl's own, in the order of the alphabet. */
  readonly packages: readonly string[]
  /** The most modules of Pawl's own in a checkout, and the most files of the installed program. */
  readonly modules: number
  readonly files: number
}

const STORE = ["better-sqlite3"]

/** Commands of a home that has one session, titled "hello". */
export const LOADS: readonly Load[] = [
  { words: ["--version"], packages: [], modules: 1, files: 1 },
  { words: ["--help"], packages: [], modules: 17, files: 5 },
  { words: ["help", "sessions"], packages: [], modules: 17, files: 5 },
  { words: ["help", "models"], packages: [], modules: 24, files: 10 },
  { words: ["permissions", "list"], packages: [], modules: 19, files: 6 },
  { words: ["profiles"], packages: [], modules: 26, files: 12 },
  { words: ["config", "path"], packages: [], modules: 410, files: 24 },
  { words: ["mcp", "list"], packages: [], modules: 450, files: 24 },
  { words: ["sessions", "list"], packages: STORE, modules: 504, files: 33 },
  { words: ["show", "hello"], packages: STORE, modules: 550, files: 39 },
  { words: ["usage"], packages: STORE, modules: 490, files: 30 },
  { words: ["stats"], packages: STORE, modules: 490, files: 30 },
  { words: ["trace", "hello"], packages: STORE, modules: 490, files: 30 },
]

/** What a prompt may load before the first request is sent to a model of OpenAI's format. */
export const PROMPT: Load = {
  words: ["-p", "x", "--title", "hello", "--model", "openai:x"],
  packages: [...STORE, "undici"],
  modules: 744,
  files: 31,
}

export interface Loaded {
  readonly own: readonly string[]
  readonly packages: readonly string[]
  /** Modules of Node itself. */
  readonly node: readonly string[]
}

/** Runs commands of the program `bin`, and knows which modules the last one has loaded. */
export class Loader {
  readonly #bin: string
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  readonly #list: string

  constructor(bin: string, folder: string, env: NodeJS.ProcessEnv) {
    this.#bin = bin
    this.#folder = folder
    this.#env = env
    this.#list = join(folder, "loaded.txt")
  }

  /** Rejects when the command fails. */
  async run(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Loaded> {
    rmSync(this.#list, { force: true })
    const all = { ...this.#env, ...env, LOADED: this.#list }
    const running = promisify(execFile)(process.execPath, ["--import", HOOK, this.#bin, ...words], {
      cwd: this.#folder,
      env: all,
    })
    // A prompt also reads what is piped to it.
    running.child.stdin?.end()
    await running
    return this.loaded()
  }

  /** Also while a command runs. */
  loaded(): Loaded {
    const urls = existsSync(this.#list) ? readFileSync(this.#list, "utf8").trimEnd().split("\n") : []
    const all = [...new Set(urls)]
    const node = all.filter((url) => url.startsWith("node:"))
    const modules = all.filter((url) => !url.startsWith("node:"))
    const named = modules.map((url) => ({ url, name: packageOf(url) }))
    const packages = new Set(named.flatMap(({ name }) => name ?? []))
    const own = named.filter(({ name }) => name === undefined).map(({ url }) => url)
    return { own, packages: [...packages].sort(), node }
  }
}

/** Undefined for Pawl's own. */
function packageOf(url: string): string | undefined {
  const name = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  return name === "pawl" || name === "@pawl/agent" ? undefined : name
}
