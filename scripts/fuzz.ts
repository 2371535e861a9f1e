// `npm run fuzz [-- RUNS [SEED]]`: plays many more schedules than the test suite does.
import fc from "fast-check"
import { play } from "../test/schedules/play.ts"
import { schedules } from "../test/schedules/schedule.ts"

const [runs = "10000", seed] = process.argv.slice(2)
const numRuns = Number(runs)
let played = 0
let facts = 0
const started = performance.now()

const property = fc.asyncProperty(schedules, async (schedule) => {
  const result = await play(schedule)
  facts += result.facts.length
  if (++played % 1000 === 0) console.log(`${played} schedules, ${facts} facts`)
  if (result.objections.length > 0) throw new Error(result.objections.join("\n"))
})
await fc.assert(property, { numRuns, ...(seed !== undefined && { seed: Number(seed) }) })
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${played} schedules passed, ${facts} facts, ${seconds} s`)
