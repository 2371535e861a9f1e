// npm run bench -- answers [--data FILE] [--profile NAME]: runs labelled answers through a profile's real rules. Counts how
// many the judge is asked about, how many are nudged, and how many of those wrongly.
// FILE is JSON lines {"id","user","calls":[{"name","args","result","isError","effect"}],"answer","label":"nudge"|"accept","tools":[]}.
import { parseArgs } from "node:util"
import type { Fact } from "@pawl/agent"
import { nextSteps } from "../packages/agent/src/kernel/next-steps.ts"
import { foldFacts } from "../packages/agent/src/kernel/state/fold.ts"
import type { Profile } from "../packages/agent/src/profiles/profile.ts"
import { profileNamed } from "../packages/agent/src/profiles/profiles.ts"
import type { Labelled } from "./answers/labelled.ts"
import { labelledSets, readSet } from "./answers/sets.ts"
import { turnFacts } from "./answers/turn-facts.ts"
import { round, table } from "./figures.ts"

export async function run(): Promise<void> {
  try {
    const { data, profile: name = "default" } = optionsIn(process.argv.slice(3))
    const profile = profileNamed(name)()
    const sets = data === undefined ? labelledSets() : [{ name: data, items: readSet(data) }]
    for (const each of sets) report(each.name, played(each.items, profile))
    const all = played(
      sets.flatMap(({ items }) => items),
      profile,
    )
    if (all.length === 0)
      throw new Error("The data has no items, so there is nothing to measure. Pass another file with --data.")
    if (sets.length > 1) report("all sets", all)
    console.log(JSON.stringify({ bench: "answers", profile: name, ...figuresOf(all) }))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 2
  }
}

function optionsIn(args: readonly string[]): { readonly data?: string; readonly profile?: string } {
  const { values } = parseArgs({ args: [...args], options: { data: { type: "string" }, profile: { type: "string" } } })
  return values
}

interface Played {
  readonly item: Labelled
  /** A trigger asks the judge, or a structural check nudges. */
  readonly asked: boolean
  readonly structural: boolean
  /** With a judge that is always right, and with one that is always wrong. */
  readonly nudged: boolean
  readonly nudgedWrongly: boolean
}

function played(items: readonly Labelled[], profile: Profile): readonly Played[] {
  return items.map((item) => {
    const facts = turnFacts(item.given, profile)
    const [step] = nextSteps(foldFacts(facts), profile.rules)
    const structural = step?.kind === "nudge"
    const asked = step?.kind === "judge"
    const isDue = item.label === "nudge"
    const after = (verdict: string) => asked && isNudgedAfter(facts, verdict, profile)
    return {
      item,
      asked,
      structural,
      nudged: structural || after(isDue ? "unfinished" : "finished"),
      nudgedWrongly: structural || after(isDue ? "finished" : "unfinished"),
    }
  })
}

function isNudgedAfter(facts: readonly Fact[], verdict: string, profile: Profile): boolean {
  const { seq = 0, at = 0 } = facts.at(-1) ?? {}
  const answer = facts.findLast((fact) => fact.type === "model-answered")
  const attempt = `${answer?.attempt}.judge`
  const about = { attempt, turn: 1, iteration: 1, model: "judge", seen: seq, sections: {} }
  const reply = { attempt, text: verdict, reasoning: [], calls: [], problems: [], stop: "end", ms: 1 } as const
  const more: readonly Fact[] = [
    { v: 1, seq: seq + 1, at, type: "model-asked", purpose: "judge", ...about },
    { v: 1, seq: seq + 2, at, type: "model-answered", purpose: "judge", ...reply },
  ]
  const [step] = nextSteps(foldFacts([...facts, ...more]), profile.rules)
  return step?.kind === "nudge"
}

/** `precision` and `recall` cover answers that the judge is asked about or structure nudges, before any verdict. */
function figuresOf(all: readonly Played[]) {
  const due = all.filter(({ item }) => item.label === "nudge")
  const accept = all.filter(({ item }) => item.label === "accept")
  const found = all.filter(({ asked, structural }) => asked || structural)
  const right = found.filter(({ item }) => item.label === "nudge").length
  return {
    items: all.length,
    asked: all.filter(({ asked }) => asked).length,
    nudged: all.filter(({ nudged }) => nudged).length,
    falseNudges: accept.filter(({ nudged }) => nudged).length,
    // An empty set has perfect precision and recall.
    precision: round(found.length === 0 ? 1 : right / found.length, 4),
    recall: round(due.length === 0 ? 1 : right / due.length, 4),
    askedOfAccept: round(accept.length === 0 ? 0 : accept.filter(({ asked }) => asked).length / accept.length, 4),
  }
}

/** Totals by kind, never single items, so that the unseen set stays unseen. */
function report(name: string, all: readonly Played[]): void {
  const rows = [...new Set(all.map(({ item }) => item.kind))].sort().map((kind) => {
    const own = all.filter(({ item }) => item.kind === kind)
    const count = (says: (played: Played) => boolean) => own.filter(says).length
    return [
      kind,
      own[0]?.item.label ?? "",
      own.length,
      count(({ asked }) => asked),
      count(({ structural }) => structural),
      count(({ nudged }) => nudged),
    ]
  })
  const { askedOfAccept, recall, precision, falseNudges } = figuresOf(all)
  const wrongly = all.filter(({ item, nudgedWrongly }) => item.label === "accept" && nudgedWrongly).length
  console.log(`${name}: ${all.length} answers`)
  console.log(table(["kind", "label", "all", "asked", "by structure", "nudged"], rows))
  console.log(`asked about ${askedOfAccept} of those to accept; recall ${recall}, precision ${precision}`)
  console.log(`false nudges with a judge that is right: ${falseNudges}; with one that is always wrong: ${wrongly}\n`)
}
