// `npm run mutants` takes too long for each run of the suite, so what it breaks must at least be there when it is run.
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { MUTANTS } from "../scripts/mutants/list.ts"

const edits = MUTANTS.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit })))

it.each(edits)("$name: $file still has the words that are replaced, once", ({ file, from, to }) => {
  const source = readFileSync(new URL(`../${file}`, import.meta.url), "utf8")
  expect(source.split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})
