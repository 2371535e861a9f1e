// npm run bench -- serve: a thousand viewers of two hundred running sessions, with cuts, slow readers and two kills of the
// server; then how many requests a second it answers, beside bare hono that reads the same list from the same file.
import assert from "node:assert/strict"
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { bundled } from "../test/bundled.ts"
import { median, round, table } from "./figures.ts"
import type { Order } from "./serve/load.ts"

const VIEWERS = 1000
const SESSIONS = 200
const CHUNK_MS = 100
const CHUNKS = 100
const KILLS_AFTER_MS = [4000, 5000]
const QUICK_SESSIONS = 400
const ROUNDS = 5
const ROUND_MS = 1500

interface Judged {
  readonly lost: number
  readonly doubled: number
  readonly cuts: number
  readonly measured: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-serve-"))
  const server = new Server(folder)
  const load = await started("load")
  try {
    await server.start()
    if (process.argv.includes("--requests")) {
      console.log(await compare(server, load))
      return
    }
    const viewing = await view(server, load)
    const rates = await compare(server, load)
    report(viewing, rates)
  } finally {
    server.kill()
    load.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function view(server: Server, load: ChildProcess) {
  for (let each = 0; each < SESSIONS; each++) await post(`${server.url}/v1/sessions`, { id: `s${each}` })
  const alone = await server.memory()
  await ask(load, { kind: "view", url: server.url, sessions: SESSIONS, viewers: VIEWERS })
  await sleep(1000)
  const watched = await server.memory()
  await Promise.all(
    Array.from({ length: SESSIONS }, (_, each) =>
      post(`${server.url}/v1/sessions/s${each}/messages`, { input: "stream" }),
    ),
  )
  for (const ms of KILLS_AFTER_MS) {
    await sleep(ms)
    server.kill()
    await server.start()
  }
  await sleep(4000)
  const busy = await server.memory()
  const judged = (await ask(load, { kind: "judge", url: server.url })) as Judged
  return { ...judged, alone, watched, busy }
}

async function compare(server: Server, load: ChildProcess) {
  for (let each = 0; each < QUICK_SESSIONS; each++) await post(`${server.url}/v1/sessions`, { id: `q${each}` })
  const bare = await started("bare", server.file)
  const url = ((await once(bare, "message"))[0] as { url: string }).url
  const page = await (await fetch(`${server.url}/v1/sessions`)).text()
  assert.deepEqual(await (await fetch(`${url}/v1/sessions`)).json(), JSON.parse(page))
  bare.send(page)
  await once(bare, "message")
  const rateOf = async (at: string, what: "list" | "text" | "send") => {
    const order: Order = { kind: "rate", url: at, what, ms: ROUND_MS, sessions: QUICK_SESSIONS }
    return ((await ask(load, order)) as { perSecond: number }).perSecond
  }
  const list = await takingTurns({
    own: () => rateOf(server.url, "list"),
    bare: () => rateOf(url, "list"),
    text: () => rateOf(url, "text"),
  })
  const send = await takingTurns({ own: () => rateOf(server.url, "send"), bare: () => rateOf(url, "send") })
  bare.kill()
  return { list, send, bytes: page.length }
}

/** The median of each. They take turns, so that another load of the machine meets all of them; the first turn warms them up. */
async function takingTurns<Name extends string>(
  measured: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(measured) as Name[]
  const rates = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let each = -1; each < ROUNDS; each++)
    for (const name of names) {
      const perSecond = await measured[name]()
      if (each >= 0) rates.get(name)?.push(perSecond)
    }
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<Name, number>
}

function report(
  viewing: Awaited<ReturnType<typeof view>>,
  { list, send, bytes }: Awaited<ReturnType<typeof compare>>,
): void {
  const { lost, doubled, cuts, measured, p50, p95, p99, alone, watched, busy } = viewing
  const mb = (watched - alone) / 2 ** 20
  console.log(
    `${VIEWERS} viewers on ${SESSIONS} sessions, a piece of text every ${CHUNK_MS} ms each; ${cuts} cuts, ${KILLS_AFTER_MS.length} kills`,
  )
  console.log(
    table(
      ["", "figure"],
      [
        ["events lost", lost],
        ["events doubled", doubled],
        ["delay, median, ms", p50],
        ["delay, p95, ms", p95],
        ["delay, p99, ms", p99],
        ["pieces measured", measured],
        ["memory of the viewers, MB", round(mb, 1)],
        ["kB a viewer", round((mb * 1024) / VIEWERS, 1)],
        ["resident while all runs, MB", round(busy / 2 ** 20, 1)],
      ],
    ),
  )
  const row = (name: string, own: number, other: number) => [
    name,
    Math.round(own),
    Math.round(other),
    round(own / other, 2),
  ]
  const rows = [
    row(`list of ${bytes} bytes: reads the same file`, list.own, list.bare),
    row("the same list: sends a text that is ready", list.own, list.text),
    row("send, with its turn: answers, and does nothing", send.own, send.bare),
  ]
  console.log(`\n${table(["requests a second, and what bare hono does", "pawl", "bare hono", "ratio"], rows)}`)
  const line = {
    bench: "serve",
    viewers: VIEWERS,
    lost,
    doubled,
    delayP95Ms: p95,
    mb: round(mb, 1),
    sendVsBare: round(send.own / send.bare, 3),
    listVsBare: round(list.own / list.bare, 3),
    listVsText: round(list.own / list.text, 3),
  }
  console.log(`\n${JSON.stringify(line)}`)
}

class Server {
  readonly #folder: string
  #child: ChildProcess | undefined
  url = ""

  get file(): string {
    return join(this.#folder, "pawl.db")
  }

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port
    const program = await bundled(fileURLToPath(new URL("./serve/server.ts", import.meta.url)))
    const args = [this.#folder, port, String(CHUNK_MS), String(CHUNKS)]
    this.#child = fork(program, args, { execArgv: ["--expose-gc"], stdio: "inherit" })
    const [{ url }] = (await once(this.#child, "message")) as [{ url: string }]
    this.url = url
  }

  kill(): void {
    this.#child?.kill("SIGKILL")
  }

  /** Resident bytes after a clean-up. */
  async memory(): Promise<number> {
    const child = this.#child
    if (child === undefined) return 0
    child.send("memory")
    const [{ memory }] = (await once(child, "message")) as [{ memory: NodeJS.MemoryUsage }]
    return memory.rss
  }
}

async function started(name: string, ...args: string[]): Promise<ChildProcess> {
  const program = await bundled(fileURLToPath(new URL(`./serve/${name}.ts`, import.meta.url)))
  return fork(program, args, { stdio: "inherit" })
}

async function ask(load: ChildProcess, order: Order): Promise<unknown> {
  load.send(order)
  return (await once(load, "message"))[0]
}

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
