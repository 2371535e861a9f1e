// Runs commands against a server on loopback that has the data of the test's home: the same tests, another way.
import { createServer } from "@pawl/server"
import { openAgent, openStore } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { loadSettings } from "../config/settings.ts"
import { commandNamed } from "../line/commands.ts"
import { COMMON_OPTIONS, OPTIONS, PROMPT_OPTIONS, RUN_OPTIONS } from "../line/options.ts"
import { commandIn, parse } from "../line/parse.ts"
import { openLog } from "../log-file.ts"
import { LOCAL_OPTIONS, worksOnServer } from "../remote/refused.ts"
import { runIn, type World } from "../world.ts"

let isOn = false
/** How many commands went to a server. */
let count = 0

/** From here on, commands that can work with a server do. */
export function throughServer(on: boolean): void {
  isOn = on
  count = 0
}

export function servedCommands(): number {
  return count
}

/** The words to run, and what to do afterwards. */
export async function served(
  words: readonly string[],
  world: World,
): Promise<{ readonly words: readonly string[]; close(): Promise<void> }> {
  const split = isOn ? forServer(words) : undefined
  if (split === undefined) return { words, close: async () => {} }
  return runIn(world, () => started(split.settings).catch(() => undefined)).then((server) => {
    // Settings that no agent can be opened with: the command says so itself.
    if (server === undefined) return { words, close: async () => {} }
    count++
    return { words: ["--server", server.url, ...split.words], close: () => runIn(world, server.close) }
  })
}

const ports = new Map<string, number>()

async function started(flags: readonly (readonly [string, string])[]) {
  const settings = await loadSettings(new Map(flags))
  const store = await openStore(settings)
  const log = await openLog(settings.folders, { command: "serve" })
  const ended = async () => {
    await store.close()
    log.close()
  }
  try {
    const how = { approve: "ask" as const, log, store, warn: () => {}, pollMs: 20 }
    const { agent, profile } = await openAgent(settings, how)
    const workspaces = [
      { name: "main", agent, folder: settings.workspace, profiles: [profile], models: chainOf(settings) },
    ]
    const server = createServer({ store, workspaces, checksAnswers: true })
    const { folders } = settings
    const listen = (port: number) => server.listen({ port, host: "127.0.0.1" })
    // The next command of the same home finds its last session by the URL.
    const { url, port } = await listen(ports.get(folders.data) ?? 0).catch(() => listen(0))
    ports.set(folders.data, port)
    return { url, close: () => server.drain(20).then(ended) }
  } catch (error) {
    await ended()
    throw error
  }
}

/** Settings of the agent are the server's. Undefined for commands that only this machine can carry out. */
function forServer(words: readonly string[]) {
  try {
    const at = commandIn(words)
    const name = words[at]
    const command = name === undefined ? undefined : commandNamed(name)
    if (name !== undefined && command === undefined) return undefined
    const allowed = [...(command?.options ?? PROMPT_OPTIONS), ...COMMON_OPTIONS]
    const request = parse(
      words.filter((_, index) => index !== at),
      allowed,
    )
    if (request.flags.has("help") || request.flags.has("detach") || !worksOnServer(name, request.words))
      return undefined
    const isTheirs = (flag: string) => RUN_OPTIONS.includes(flag) && !LOCAL_OPTIONS.has(flag)
    const given = [...request.flags]
    const kept = given.filter(([flag]) => !isTheirs(flag)).flatMap(([flag, value]) => writtenOut(flag, value))
    return {
      settings: given.filter(([flag]) => isTheirs(flag) || flag === "cwd" || flag === "model"),
      words: [...(name === undefined ? [] : [name]), ...kept, "--", ...request.words].filter(
        (word, index, all) => word !== "--" || index < all.length - 1,
      ),
    }
  } catch {
    // Wrong usage: the command says so itself.
    return undefined
  }
}

function writtenOut(flag: string, value: string): readonly string[] {
  const option = OPTIONS.find(({ name }) => name === flag)
  if (option?.value === undefined) return [`--${flag}`]
  return value
    .split(option.repeatable === true ? (option.separator ?? ",") : "\n\n\n\n")
    .map((each) => `--${flag}=${each}`)
}
