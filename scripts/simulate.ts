// `npm run simulate [-- --runs N] [--seed N]`: plays random schedules of several hosts over the real code that runs a session, in fake
// time: crashes, freezes, lost connections, lost wakes, clocks that are off. A seed repeats a run. The last line is JSON.
import { parseArgs } from "node:util"
import fc from "fast-check"
import { play } from "../test/schedules/play.ts"
import { schedules } from "../test/schedules/schedule.ts"

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
})
const runs = Number(values.runs)
const seed = Number(values.seed)
const TOLD_EVERY = 10_000
const began = performance.now()
console.log(`simulate: ${runs} schedules, seed ${seed}`)

let played = 0
let facts = 0
const property = fc.asyncProperty(schedules, async (schedule) => {
  const { objections, facts: written } = await play(schedule)
  facts += written.length
  if (++played % TOLD_EVERY === 0) console.log(`${played} schedules, ${facts} facts`)
  if (objections.length > 0) throw new Error(objections.join("\n"))
})
const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: runs, seed })
if (failed) {
  console.error(JSON.stringify(counterexample, null, 2))
  console.error(errorInstance instanceof Error ? errorInstance.message : String(errorInstance))
  process.exitCode = 1
}
const seconds = Math.round((performance.now() - began) / 1000)
console.log(JSON.stringify({ simulate: { schedules: played, facts, seed, seconds, failed } }))
