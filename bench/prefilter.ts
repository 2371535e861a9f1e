// npm run bench -- prefilter [--data FILE] [--embedder PROVIDER:NAME]: how well and how fast tool selection finds the needed
// tool among 50 to 5,000. FILE is JSON: {"tools":[{"server","name","description","inputSchema"}],"queries":[{"text","tools":
// ["server.name"],"anyOf":[["server.name", ...]]}]}; `anyOf` is optional: any one of a group will do.
import { systemClock } from "../packages/agent/src/base/system-clock.ts"
import { embedderFrom } from "../packages/agent/src/model/embed/embedders.ts"
import { LocalToolIndex } from "../packages/agent/src/tool-search/tool-index.ts"
import { vectorCache } from "../packages/agent/src/tool-search/vector-cache.ts"
import { Vectors } from "../packages/agent/src/tool-search/vectors.ts"
import { median, round, table } from "./figures.ts"
import { DATA_FILE, type Data, type LabelledQuery, readData, serverOf, type Tools } from "./prefilter/data.ts"
import { atSize } from "./prefilter/sizes.ts"
import { toyEmbedder } from "./prefilter/toy-embedder.ts"

const SIZES = [50, 200, 1000, 2000, 5000]
const KS = [5, 10, 15, 20]
const MAX_FOUND = 20

export async function run(): Promise<void> {
  const data = readData(argument("--data") ?? DATA_FILE)
  if (typeof data === "string") {
    console.error(data)
    process.exitCode = 1
    return
  }
  const spec = argument("--embedder")
  const embedder = spec === undefined ? toyEmbedder : await embedderFrom(spec)
  console.log(`${data.tools.length} tools, ${data.queries.length} queries`)
  const words = await rowsFor(data, async () => new LocalToolIndex({ serverOf }))
  const fused = await rowsFor(data, async (tools) => {
    // Without a time limit: this measures the ranking, not the embedder's speed.
    const options = { embedder, cache: vectorCache(), clock: systemClock, budgetMs: 600_000 }
    const vectors = new Vectors(options)
    vectors.update(tools)
    await vectors.settled()
    return new LocalToolIndex({ serverOf, vectors })
  })
  const kind =
    spec === undefined ? "words and a toy embedder (it shows that fusion works, not how well)" : `words and ${spec}`
  for (const [title, rows] of [
    ["words alone", words],
    [kind, fused],
  ] as const) {
    console.log(`\n${title}`)
    console.log(
      table(
        HEAD,
        rows.map(({ cells }) => cells),
      ),
    )
  }
  times(data)
  const best = spec === undefined ? words : fused
  const own = best.find(({ isOwn }) => isOwn)
  const { ms } = words.at(-1) ?? { ms: Number.NaN }
  const figures = { recall5: own?.recall5, recall15: own?.recall15, msPerQuery5000: ms }
  console.log(JSON.stringify({ bench: "prefilter", ...figures }))
}

const HEAD = ["tools", "queries", ...KS.map((k) => `recall@${k}`), "ms a query", "slowest"]

interface Row {
  readonly isOwn: boolean
  readonly recall5: number
  readonly recall15: number
  readonly ms: number
  readonly cells: readonly (string | number)[]
}

/** The data in its original size, and in smaller and larger ones. */
async function rowsFor(data: Data, make: (tools: Tools) => Promise<LocalToolIndex>): Promise<readonly Row[]> {
  const sizes = [...new Set([...SIZES, data.tools.length])].sort((a, b) => a - b)
  const rows: Row[] = []
  for (const size of sizes) {
    const { tools, queries } = atSize(data, size)
    const row = await measure(await make(tools), tools, queries)
    rows.push({ ...row, isOwn: size === data.tools.length })
  }
  return rows
}

async function measure(
  index: LocalToolIndex,
  tools: Tools,
  queries: readonly LabelledQuery[],
): Promise<Omit<Row, "isOwn">> {
  index.update(tools)
  // One run to warm up the compiler; it asks for one tool more, so that no cached result is used.
  for (const { text } of queries) await index.find(text, { most: MAX_FOUND + 1, among: tools })
  const found: { readonly query: LabelledQuery; readonly names: readonly string[]; readonly ms: number }[] = []
  for (const query of queries) {
    const from = performance.now()
    const names = await index.find(query.text, { most: MAX_FOUND, among: tools })
    found.push({ query, names, ms: performance.now() - from })
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const recalls = KS.map((k) => round(mean(found.map(({ query, names }) => recallOf(query, names.slice(0, k)))), 4))
  const ms = round(mean(found.map((each) => each.ms)), 3)
  const slowest = round(Math.max(...found.map((each) => each.ms)), 1)
  const [recall5 = 0, , recall15 = 0] = recalls
  return { recall5, recall15, ms, cells: [tools.length, queries.length, ...recalls, ms, slowest] }
}

/** The share of needed tools that were found; any tool of a group counts. */
export function recallOf({ tools, anyOf = [] }: LabelledQuery, names: readonly string[]): number {
  const isFound = (tool: string) =>
    names.includes(tool) || anyOf.some((group) => group.includes(tool) && group.some((equal) => names.includes(equal)))
  return tools.filter(isFound).length / tools.length
}

/** Measures building the index, and a change of one tool. */
function times(data: Data): void {
  const { tools } = atSize(data, 5000)
  const builds = Array.from({ length: 5 }, () => timed(() => new LocalToolIndex({ serverOf }).update(tools)))
  const index = new LocalToolIndex({ serverOf })
  index.update(tools)
  const changes = Array.from({ length: 50 }, (_, place) => {
    const changed = tools.with(place * 7, { ...(tools[place * 7] as Tools[number]), description: `Changed ${place}.` })
    return timed(() => index.update(changed))
  })
  console.log(
    `\nindex of ${tools.length} tools: built in ${round(median(builds), 0)} ms (first: ${round(builds[0] ?? 0, 0)} ms), one tool changed in ${round(median(changes), 2)} ms\n`,
  )
}

function timed(work: () => void): number {
  const from = performance.now()
  work()
  return performance.now() - from
}

function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at === -1 ? undefined : (process.argv[at + 1] ?? "")
}
