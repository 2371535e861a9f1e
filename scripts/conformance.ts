// `npm run conformance`: runs the complete official suite for MCP clients against Pawl. The last line is JSON.
import { SKIPPED } from "../test/conformance/skipped.ts"
import { allScenarios, type Outcome, runScenarios } from "../test/conformance/suite.ts"

const wanted = process.argv.slice(2)
const all = wanted.length > 0 ? wanted : await allScenarios()
const skipped = all.filter((scenario) => Object.hasOwn(SKIPPED, scenario))
const scenarios = all.filter((scenario) => !skipped.includes(scenario))
const began = performance.now()
const outcomes = await runScenarios(scenarios, { onOutcome: tell })
for (const scenario of skipped) console.log(`skip  ${scenario}: ${SKIPPED[scenario]}`)
const failed = outcomes.filter(({ passed }) => !passed).length
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`\n${outcomes.length - failed} passed, ${failed} failed, ${skipped.length} skipped, in ${seconds} s`)
console.log(JSON.stringify({ conformance: { passed: outcomes.length - failed, failed, skipped: skipped.length } }))
process.exitCode = failed === 0 ? 0 : 1

function tell({ scenario, passed, why }: Outcome): void {
  console.log(`${passed ? "ok   " : "FAIL "} ${scenario}${passed ? "" : `\n${why.replace(/^/gm, "      ")}`}`)
}
