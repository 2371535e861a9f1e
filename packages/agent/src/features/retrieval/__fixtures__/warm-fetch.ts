// node --conditions=@pawl/source packages/agent/src/features/retrieval/__fixtures__/warm-fetch.ts [FILES [LINES]]
// How long a fetch takes with a cold and with a warm index; the last line is JSON.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { retrieval } from "../retrieval.ts"

const files = Number(process.argv[2] ?? 5000)
const length = Number(process.argv[3] ?? 100)
const top = mkdtempSync(join(tmpdir(), "pawl-retrieval-"))
const SYLLABLES = [
  "ka",
  "lo",
  "mi",
  "ten",
  "pro",
  "xy",
  "ser",
  "ver",
  "con",
  "fig",
  "da",
  "ta",
  "set",
  "up",
  "log",
  "in",
]
let seed = 1

function random(below: number): number {
  seed = (seed * 1103515245 + 12345) % 2 ** 31
  return Math.floor((seed / 2 ** 31) * below)
}

/** A few words are everywhere, most are rare, as in real texts. */
function word(): string {
  return Array.from({ length: 1 + random(4) }, () => SYLLABLES[Math.min(random(16), random(16))]).join("")
}

for (let file = 0; file < files; file++) {
  const folder = join(top, "files", `part${Math.floor(file / 100)}`)
  if (file % 100 === 0) mkdirSync(folder, { recursive: true })
  const lines = Array.from({ length }, () => Array.from({ length: 8 }, word).join(" "))
  writeFileSync(join(folder, `${word()}${file}.md`), lines.join("\n"))
}

async function timed<T>(act: () => Promise<T>): Promise<{ readonly ms: number; readonly value: T }> {
  const from = performance.now()
  const value = await act()
  return { ms: Math.round((performance.now() - from) * 10) / 10, value }
}

try {
  const options = { folder: join(top, "files"), dataFolder: join(top, "data") }
  const provider = await retrieval(options)
  const about = { session: "s", turn: 1, context: undefined, signal: new AbortController().signal }
  const fetch = (said: string) => timed(() => provider.fetch({ ...about, said }))
  const cold = await fetch("How do I setup the server configuration login?")
  const refreshed = await timed(() => provider.refresh())
  await provider.close()
  const opened = await timed(() => retrieval(options))
  const again = opened.value
  const warm: number[] = []
  for (const said of [
    "setup server",
    "kalo mika loka",
    "konfiguration server proxy data login",
    "prover",
    "xyser data",
  ]) {
    warm.push((await timed(() => again.fetch({ ...about, said }))).ms)
  }
  const atOnce = await timed(() =>
    Promise.all(Array.from({ length: 10 }, () => again.fetch({ ...about, said: "setup" }))),
  )
  const full = (await timed(() => again.refresh())).ms
  await again.close()
  const figures = {
    files,
    coldMs: cold.ms,
    indexMs: refreshed.ms,
    openMs: opened.ms,
    warmMs: warm,
    tenAtOnceMs: atOnce.ms,
  }
  process.stdout.write(`${JSON.stringify({ bench: "retrieval", ...figures, warmWalkMs: full })}\n`)
} finally {
  rmSync(top, { recursive: true, force: true })
}
