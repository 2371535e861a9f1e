// The table of docs/performance.md: CPU beside a bare fetch loop, which is 1, and what each contender does not do.
import { availableParallelism } from "node:os"
import type { Cost } from "../loop/contender.ts"

export interface Measured {
  readonly name: string
  /** The name, with the package and its version. */
  readonly title: string
  readonly lacks: string
  readonly first: Cost
  readonly steady: Cost
  readonly long: Cost
  readonly chunks: Cost
  readonly crowd: Cost
  /** How many were measured, with turns and with sessions at once. */
  readonly processes: { readonly turns: number; readonly crowd: number }
}

export interface Scale {
  readonly short: number
  readonly long: number
  readonly chunks: number
  readonly crowd: number
  readonly idealMs: number
}

/** The load of the machine in the minute before, which others make, and in the last minute. */
export interface Load {
  readonly before: number
  readonly after: number
}

const BEGIN = "<!-- The table is written by npm run bench -- peers. -->"
const END = "<!-- Here the table ends. -->"

export function toMarkdown(all: readonly Measured[], scale: Scale, load: Load): string {
  const { short, long, chunks, crowd, idealMs } = scale
  const head = [
    "",
    `a round of ${short}`,
    "steady",
    `a round of ${long}`,
    `${chunks.toLocaleString("en")} chunks`,
    `${crowd.toLocaleString("en")} sessions: CPU`,
    "wall over ideal",
    "kB each",
    "what it does not do",
  ]
  const unit = all.find(({ title }) => title.startsWith("fetch"))
  const rows = all.map((one) => [
    one.title,
    ...(["first", "steady", "long", "chunks", "crowd"] as const).map((part) =>
      (one[part].cpuMs / (unit?.[part].cpuMs ?? Number.NaN)).toFixed(2),
    ),
    (one.crowd.wallMs / idealMs).toFixed(2),
    (one.crowd.kb / crowd).toFixed(0),
    one.lacks,
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`
  const rule = head.map((_title, at) => (at === 0 || at === head.length - 1 ? "---" : "--:")).join("|")
  return [line(head), `|${rule}|`, ...rows.map(line), "", circumstances(all, scale, load)].join("\n")
}

/** Lets a reader judge how far to trust the figures. */
function circumstances(all: readonly Measured[], { crowd }: Scale, { before, after }: Load): string {
  const turns = processes(all.map(({ name, processes }) => [name, processes.turns]))
  const crowds = processes(all.map(({ name, processes }) => [name, processes.crowd]))
  const sessions = `${crowd.toLocaleString("en")} sessions`
  const load = `a load of ${before.toFixed(1)} before and ${after.toFixed(1)} at the end, on ${availableParallelism()} cores`
  return `Node ${process.versions.node}; medians of ${turns}, with ${sessions} of ${crowds}; ${load}.`
}

/** How many most have, and who has fewer. */
function processes(counts: readonly (readonly [string, number])[]): string {
  const most = Math.max(...counts.map(([, count]) => count))
  const fewer = counts.filter(([, count]) => count < most).map(([name, count]) => `${name} ${count}`)
  return `${most} process${most === 1 ? "" : "es"}${fewer.length === 0 ? "" : ` (${fewer.join("; ")})`}`
}

/** The page with its table replaced. */
export function withTable(page: string, table: string): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)]
  if (from < 0 || to < from)
    throw new Error(`The page has no room for the table: it needs the lines ${BEGIN} and ${END}.`)
  return `${page.slice(0, from + BEGIN.length)}\n\n${table}\n\n${page.slice(to)}`
}
