// npm run bench -- web: the built web app in a real Chromium: what its first page loads and when it paints, main-thread time for
// each piece of a streamed answer, and a session of 10,000 messages.
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Browser } from "playwright-core"
import { longSession } from "../packages/agent/src/features/transcript/__fixtures__/long-session.ts"
import { sqlite } from "../packages/agent/src/store/sqlite.ts"
import { openBrowser } from "../test/web/__fixtures__/browser.ts"
import { webServer } from "../test/web/__fixtures__/web-server.ts"
import { median, round, table } from "./figures.ts"
import { story } from "./web/answer.ts"
import { firstPage, openLong, streamed } from "./web/measures.ts"
import { scrolled } from "./web/scroll.ts"

const TIMES = 3
/** Four messages each. */
const TURNS = 2500
/** How many turns up it is scrolled. */
const DEEP = 800

export async function run(): Promise<void> {
  const root = fileURLToPath(new URL("../", import.meta.url))
  execFileSync("npm", ["run", "--silent", "web"], { cwd: root, stdio: ["ignore", "ignore", "inherit"] })
  const [server, browser] = await Promise.all([webServer({ story }), openBrowser()])
  try {
    const store = await sqlite(join(server.home, "data/pawl/pawl.db"))
    await longSession(store, "long", TURNS)
    await store.close()
    report(await measured(browser, server.url))
  } finally {
    await browser.close()
    await server.close()
  }
}

async function measured(browser: Browser, url: string) {
  const first = await times(() => firstPage(browser, url))
  const chunks = await times(() => streamed(browser, url))
  const long = await times(() => openLong(browser, `${url}/s/long`, TURNS))
  const far = await scrolled(browser, `${url}/s/long`, TURNS, DEEP)
  return {
    jsGzipKb: round((first[0]?.gzipBytes ?? Number.NaN) / 1000, 1),
    firstPaintMs: round(median(first.map(({ paintMs }) => paintMs)), 0),
    chunkMs: round(median(chunks.map(({ chunkMs }) => chunkMs)), 2),
    longTasks: median(chunks.map(({ longTasks }) => longTasks)),
    open10kMs: round(median(long.map(({ openMs }) => openMs)), 0),
    heapMb: round(median(long.map(({ heapMb }) => heapMb)), 1),
    lateFrames: round(far.lateShare, 3),
    frameMs: round(far.frameMs, 1),
    turnsInPage: far.turnsInPage,
  }
}

/** One after the other: they share the machine. The first round warms the server up. */
async function times<Figure>(measure: () => Promise<Figure>): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (let each = -1; each < TIMES; each++) {
    const figure = await measure()
    if (each >= 0) figures.push(figure)
  }
  return figures
}

function report(figures: Awaited<ReturnType<typeof measured>>): void {
  const { jsGzipKb, firstPaintMs, chunkMs, longTasks, open10kMs, heapMb, lateFrames, frameMs, turnsInPage } = figures
  const rows = [
    ["scripts that the first page loads, kB gzip", jsGzipKb, "180"],
    ["first paint, nothing cached, ms", firstPaintMs, ""],
    ["main thread for each piece of an answer, ms", chunkMs, "6"],
    ["tasks over 50 ms while it streams", longTasks, ""],
    ["10,000 messages: from the address to the last turn, ms", open10kMs, "1000"],
    ["memory of its page, MB", heapMb, ""],
    [`scrolled ${DEEP} turns up: share of frames that come late`, lateFrames, "0.01"],
    ["main thread for each of its frames, ms", frameMs, ""],
    ["turns in the page then", turnsInPage, ""],
  ] as const
  console.log(table(["", "figure", "at most"], rows))
  console.log(`\n${JSON.stringify({ bench: "web", jsGzipKb, firstPaintMs, chunkMs, open10kMs, heapMb, lateFrames })}`)
}
