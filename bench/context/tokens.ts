// Measures how far token estimates are off, by tokenizer and kind of text. It plays a session in which the tokenizer's
// counts are the usage that the provider reports, and then estimates texts that the session never contained.
import { readdirSync, readFileSync } from "node:fs"
import { text } from "../../packages/agent/src/contracts/content.ts"
import type { Message } from "../../packages/agent/src/contracts/message.ts"
import { calibrate } from "../../packages/agent/src/tokens/calibrate.ts"
import { addCounts, countText, noCounts } from "../../packages/agent/src/tokens/counts.ts"
import { countMessage } from "../../packages/agent/src/tokens/message-counts.ts"
import { estimate, startingWeights, type Weights } from "../../packages/agent/src/tokens/weights.ts"
import { round, table } from "../figures.ts"
import { type Tokenizer, tokenizers } from "./tokenizers.ts"

const TEXTS = new URL("./texts/", import.meta.url)
const KINDS = ["english", "german", "chinese", "code", "json"] as const
/** Requests hold this many messages at most, as if the older ones were compacted away. */
const HELD = 12
/** Tokens that a provider adds to a message, as far as known. */
const FRAME = { user: 4, tool: 14 }

interface Sample {
  readonly kind: (typeof KINDS)[number]
  readonly name: string
  readonly text: string
}

export async function tokenError(): Promise<{ error: number; lines: string }> {
  const samples = readSamples()
  const rows = (await tokenizers()).flatMap((tokenizer) =>
    [tokenizer.family, "other"].map((family) => ({ tokenizer, family, cells: cellsOf(tokenizer, family, samples) })),
  )
  const cells = rows.filter(({ family }) => family !== "other").flatMap((row) => row.cells)
  const head = ["tokenizer", "weights of", ...KINDS]
  const shown = rows.map(({ tokenizer, family, cells: found }) => [
    tokenizer.name,
    family,
    ...found.map(({ before, after }) => `${percent(before)} -> ${percent(after)}`),
  ])
  const error = mean(cells.map(({ after }) => after))
  const worst = Math.max(...cells.map(({ after }) => after))
  const lines = [
    "token estimates, mean |estimate - true| / true on texts not seen before -> after calibration",
    table(head, shown),
    `mean ${percent(error)}, worst cell ${percent(worst)} (rows of the own family)`,
    `countText: ${KINDS.map((kind) => `${kind} ${speed(kind, samples)} MB/s`).join(", ")}`,
  ].join("\n")
  return { error: round(error, 4), lines }
}

function readSamples(): readonly Sample[] {
  const names = readdirSync(TEXTS).toSorted()
  return KINDS.flatMap((kind) =>
    names
      .filter((name) => name.startsWith(`${kind}-`))
      .map((name) => ({ kind, name, text: readFileSync(new URL(name, TEXTS), "utf8") })),
  )
}

interface Cell {
  readonly before: number
  readonly after: number
}

/** Estimates each half of the texts with the weights that a session of the other half learned. */
function cellsOf(tokenizer: Tokenizer, family: string, samples: readonly Sample[]): readonly Cell[] {
  const halves = [0, 1].map((half) => samples.filter((_, index) => index % 2 === half))
  const start = startingWeights(family)
  const measured = halves.flatMap((half, index) => {
    const learnt = playSession(tokenizer, start, halves[1 - index] ?? [])
    return half.map((sample) => ({
      kind: sample.kind,
      before: off(tokenizer, sample, start),
      after: off(tokenizer, sample, learnt),
    }))
  })
  return KINDS.map((kind) => {
    const own = measured.filter((each) => each.kind === kind)
    return { before: mean(own.map(({ before }) => before)), after: mean(own.map(({ after }) => after)) }
  })
}

/** One weights vector, fed with requests that grow by a text of another kind each time. */
function playSession(tokenizer: Tokenizer, start: Weights, samples: readonly Sample[]): Weights {
  const turns = mixed(samples)
  let weights = start
  for (let last = 1; last <= turns.length; last++) {
    const held = turns.slice(Math.max(0, last - HELD), last)
    const counts = held.map((sample) => countMessage(messageOf(sample))).reduce(addCounts, noCounts)
    weights = calibrate(weights, counts, held.map((sample) => reported(tokenizer, sample)).reduce(sum, 0))
  }
  return weights
}

/** One of each kind in turn, until all are used. */
function mixed(samples: readonly Sample[]): readonly Sample[] {
  const byKind = KINDS.map((kind) => samples.filter((sample) => sample.kind === kind))
  const most = Math.max(...byKind.map(({ length }) => length))
  return Array.from({ length: most }, (_, round) => byKind.flatMap((kind) => kind[round] ?? [])).flat()
}

function messageOf(sample: Sample): Message {
  const parts = [text(sample.text)]
  if (sample.kind !== "json") return { role: "user", parts }
  return { role: "tool", call: "c1", name: "read", parts, failed: false }
}

function reported(tokenizer: Tokenizer, sample: Sample): number {
  return tokenizer.count(sample.text) + (sample.kind === "json" ? FRAME.tool : FRAME.user)
}

function off(tokenizer: Tokenizer, sample: Sample, weights: Weights): number {
  const real = tokenizer.count(sample.text)
  return Math.abs(estimate(countText(sample.text), weights) - real) / real
}

function speed(kind: string, samples: readonly Sample[]): number {
  const texts = samples.filter((sample) => sample.kind === kind)
  const long = Buffer.from(texts.map((sample) => sample.text).join("\n")).toString()
  const megabytes = (Buffer.byteLength(long) * 20) / 1e6
  const times = Array.from({ length: 20 }, () => {
    const from = performance.now()
    for (let time = 0; time < 20; time++) countText(long)
    return performance.now() - from
  })
  return Math.round((megabytes / Math.min(...times)) * 1000)
}

function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`
}

function mean(values: readonly number[]): number {
  return values.reduce(sum, 0) / values.length
}

function sum(a: number, b: number): number {
  return a + b
}
