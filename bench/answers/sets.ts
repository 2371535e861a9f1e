// The labelled sets: those that were looked at, and the unseen one.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { type Labelled, readLabelled } from "./labelled.ts"

const FOLDER = new URL("./sets/", import.meta.url)

export interface LabelledSet {
  readonly name: string
  readonly items: readonly Labelled[]
}

export function labelledSets(): readonly LabelledSet[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"))
  return names
    .sort((one, other) => one.length - other.length || one.localeCompare(other))
    .map((name) => ({ name, items: readSet(new URL(name, FOLDER)) }))
}

export function readSet(file: string | URL): readonly Labelled[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const { items, problems } = readLabelled(readFileSync(file, "utf8"))
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
  return items
}
