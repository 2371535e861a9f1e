// npm run bench -- peers [--quick]: the story of the loop benchmark through other libraries, beside Pawl. It installs them into
// bench/peers, and writes the table of docs/performance.md.
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { loadavg } from "node:os"
import { fileURLToPath } from "node:url"
import { build } from "./built.ts"
import { type Contender, contender } from "./loop/contender.ts"
import { compare, withRunner, withServer } from "./loop/processes.ts"
import { CHUNKS, CROWD, crowded, effort, IDEAL_MS, LONG, roundsAndChunks, SHORT } from "./loop/story.ts"
import { type Measured, toMarkdown, withTable } from "./peers/markdown.ts"

const FOLDER = new URL("peers/", import.meta.url)
const PAGE = fileURLToPath(new URL("../docs/performance.md", import.meta.url))

/** A contender, the package that has its version, and what a reader of its figures must know. */
interface Peer extends Contender {
  readonly package?: string
  readonly lacks: string
}

const PEERS: readonly Peer[] = [
  { ...contender("undici's dispatch, a bare loop", "bare.ts?floor"), lacks: "no store, no events, no error handling" },
  { ...contender("fetch, a bare loop", "bare.ts?fetch"), lacks: "no store, no events, no error handling" },
  {
    ...contender("undici's dispatch with two synced commits", "bare.ts?durable"),
    lacks: "cannot resume from its rows",
  },
  { ...contender("Pawl, memory", "pawl.ts?memory"), lacks: "nothing is left after a crash" },
  { ...contender("Pawl, SQLite", "pawl.ts?sqlite"), lacks: "–" },
  peer("pi", "pi.js", "@earendil-works/pi-agent-core", "no store, no fsync"),
  peer("AI SDK", "ai-sdk.js", "ai", "no store, no fsync"),
  peer("OpenAI Agents", "openai-agents.js", "@openai/agents", "no store, no fsync"),
  peer("LangGraph", "langgraph.js", "@langchain/langgraph", "no store (run without a checkpointer), no fsync"),
  peer("Mastra, LibSQL", "mastra.js", "@mastra/core", "stores messages, no fsync of its commits"),
]

export async function run(): Promise<void> {
  const [loadBefore = 0] = loadavg()
  build()
  install()
  const how = effort()
  const measured = await withServer(async (base) => {
    const peers = await thoseThatRun(base)
    const turns = await compare(peers, how.turning, (ask) => roundsAndChunks(ask, base, how))
    const crowds = await compare(peers, how.crowding, (ask) => crowded(ask, base))
    return peers.map((peer) => {
      const processes = { turns: turns[peer.name]?.processes ?? 0, crowd: crowds[peer.name]?.processes ?? 0 }
      return { ...titled(peer), name: peer.name, ...turns[peer.name], ...crowds[peer.name], processes } as Measured
    })
  })
  const scale = { short: SHORT, long: LONG, chunks: CHUNKS, crowd: CROWD, idealMs: IDEAL_MS }
  const table = toMarkdown(measured, scale, { before: loadBefore, after: loadavg()[0] ?? 0 })
  console.log(table)
  writeFileSync(PAGE, withTable(readFileSync(PAGE, "utf8"), table))
}

function peer(name: string, file: string, packageName: string, lacks: string): Peer {
  return { ...contender(name, `../peers/${file}`), package: packageName, lacks }
}

/**
 * They are optional dependencies of a folder of their own, and run no scripts: what cannot be installed is left out. Peers of
 * theirs are listed there too: npm would look for versions that suit all of them, and did not end.
 */
function install(): void {
  const words = [
    "install",
    "--legacy-peer-deps",
    "--ignore-scripts",
    "--no-package-lock",
    "--no-audit",
    "--no-fund",
    "--silent",
  ]
  try {
    execFileSync("npm", words, { cwd: FOLDER, stdio: ["ignore", "ignore", "inherit"] })
  } catch {
    console.log("npm install failed in bench/peers: libraries that are not there yet are left out.")
  }
}

async function thoseThatRun(base: string): Promise<readonly Peer[]> {
  const running: Peer[] = []
  for (const peer of PEERS) {
    try {
      const task = { baseUrl: `${base}/rounds/2/v1`, sessions: 1, looks: 2, atOnce: false }
      await withRunner(peer, (ask) => ask(task))
      running.push(peer)
    } catch (error) {
      console.log(`${peer.name} is left out: ${error instanceof Error ? error.message : error}`)
    }
  }
  return running
}

function titled({ name, package: packageName, lacks }: Peer): Pick<Measured, "title" | "lacks"> {
  if (packageName === undefined) return { title: name, lacks }
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${packageName}/package.json`, FOLDER), "utf8"))
  return { title: `${name} (\`${packageName}\` ${version})`, lacks }
}
