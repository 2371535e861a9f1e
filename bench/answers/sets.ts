// The labelled sets of the fixtures: those that may be tuned on, and the one that nobody has looked at.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { type Labelled, readLabelled } from "./labelled.ts"

const FIXTURES = new URL("../../packages/agent/src/answer/__fixtures__/", import.meta.url)
const UNSEEN = "answers-unseen.jsonl"

export interface LabelledSet {
  readonly name: string
  readonly items: readonly Labelled[]
}

export function tuneSets(): readonly LabelledSet[] {
  const names = readdirSync(FIXTURES).filter((name) => /^answers-tune.*\.jsonl$/.test(name))
  return names
    .sort((one, other) => one.length - other.length || one.localeCompare(other))
    .map((name) => ({ name, items: readSet(new URL(name, FIXTURES)) }))
}

export function unseenSet(): LabelledSet | undefined {
  const file = new URL(UNSEEN, FIXTURES)
  return existsSync(file) ? { name: UNSEEN, items: readSet(file) } : undefined
}

export function readSet(file: string | URL): readonly Labelled[] {
  const { items, problems } = readLabelled(readFileSync(file, "utf8"))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  return items
}
