// npm run bench -- answers [--data FILE]: how well an answer is judged, by kind of answer, on the labelled sets or on FILE.
// FILE is JSON lines {"id","user","calls":[{"name","args","result","isError"}],"answer","label":"nudge"|"accept"}.
import { existsSync } from "node:fs"
import { judge } from "../packages/agent/src/answer/judge.ts"
import { type Judged, type Kind, shouldNudge } from "../packages/agent/src/answer/judged.ts"
import { none } from "../packages/agent/src/answer/phrases/tables.ts"
import type { Labelled } from "./answers/labelled.ts"
import { readSet, tuneSets, unseenSet } from "./answers/sets.ts"
import { round, table } from "./figures.ts"

export async function run(): Promise<void> {
  const at = process.argv.indexOf("--data")
  if (at === -1) return runFixtures()
  const file = process.argv[at + 1]
  if (file === undefined || !existsSync(file)) {
    console.error(file === undefined ? "--data needs a file." : `There is no file ${file}.`)
    process.exitCode = 2
    return
  }
  finish(report(file, readSet(file)))
}

/** The sets that were tuned on, and last the one that was not: its figures are the ones to quote. */
function runFixtures(): void {
  const unseen = unseenSet()
  const tuned = tuneSets().map(({ name, items }) => report(name, items))
  if (unseen === undefined)
    console.log("There is no answers-unseen.jsonl: these figures are of sets that were tuned on.")
  const last = unseen === undefined ? tuned.at(-1) : report(unseen.name, unseen.items)
  if (last !== undefined) finish(last)
}

interface Figures {
  readonly precision: number
  readonly recall: number
}

function finish({ precision, recall }: Figures): void {
  console.log(JSON.stringify({ bench: "answers", precision, recall }))
}

/** Prints the totals of one set: never single items, so that a set nobody has looked at stays unseen. */
function report(name: string, items: readonly Labelled[]): Figures {
  const judged = items.map((item) => ({ item, kind: judge(item.given).kind }))
  const figures = figuresOf(items, (given) => judge(given).kind)
  const bare = figuresOf(items, (given) => judge(given, { phrases: none }).kind)
  const proven = figuresOf(items, (given) => (judge(given).proven ? judge(given).kind : "complete"))
  console.log(`${name}: ${items.length} answers`)
  console.log(confusion(judged))
  console.log(`precision ${figures.precision}, recall ${figures.recall} for "should be nudged"`)
  console.log(`without phrase tables: precision ${bare.precision}, recall ${bare.recall}`)
  console.log(`proven alone: precision ${proven.precision}, recall ${proven.recall}\n`)
  return figures
}

function figuresOf(items: readonly Labelled[], kindOf: (given: Judged) => Kind): Figures {
  const verdicts = items.map(({ given, label }) => ({ label, nudged: isNudged(kindOf(given)) }))
  const right = verdicts.filter(({ label, nudged }) => nudged && label === "nudge").length
  const nudged = verdicts.filter((verdict) => verdict.nudged).length
  const due = verdicts.filter(({ label }) => label === "nudge").length
  // Of no nudges none was wrong, and of none due none was missed.
  return { precision: round(nudged === 0 ? 1 : right / nudged, 4), recall: round(due === 0 ? 1 : right / due, 4) }
}

const isNudged = (kind: Kind) => shouldNudge({ kind, evidence: "", proven: false, doubtful: false })

/** Rows are what a reader said, columns what was found. */
function confusion(judged: readonly { readonly item: Labelled; readonly kind: Kind }[]): string {
  const found: readonly Kind[] = [
    "empty",
    "incomplete",
    "deflection",
    "unproven-claim",
    "complete",
    "honest-gap",
    "needs-user",
  ]
  const rows = [...new Set(judged.map(({ item }) => item.kind))].sort().map((kind) => {
    const own = judged.filter(({ item }) => item.kind === kind)
    const wrong = own.filter((one) => isNudged(one.kind) !== (one.item.label === "nudge")).length
    const counts = found.map((column) => own.filter((one) => one.kind === column).length)
    return [kind, own[0]?.item.label ?? "", ...counts, own.length, wrong]
  })
  return table(["kind", "label", ...found, "all", "wrong"], rows)
}
