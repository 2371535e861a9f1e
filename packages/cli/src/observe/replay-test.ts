// Writes a recorded session as a regression test: one file that holds the log and checks that it replays exactly.
import { writeFileSync } from "node:fs"
import type { Fact, OwnProfile } from "@pawl/agent"
import { badInput } from "../failure.ts"
import { fromHere } from "../world.ts"

/** A built-in profile by its name, a user-defined one with its whole content. */
export type TestedProfile = { readonly name: string } | { readonly own: OwnProfile }

export interface Tested {
  readonly session: string
  readonly profile: string
  readonly tested: TestedProfile
  readonly maxIterations?: number
  readonly facts: readonly Fact[]
}

export function writeTest(file: string, tested: Tested): void {
  try {
    writeFileSync(fromHere(file), testSource(tested), { flag: "wx" })
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    const why = code === "EEXIST" ? "the file exists already" : `it cannot be written (${code})`
    throw badInput(`Cannot write the test "${file}": ${why}. Choose another path.`)
  }
}

function testSource({ session, profile, tested, maxIterations, facts }: Tested): string {
  const limits = maxIterations === undefined ? "{}" : JSON.stringify({ maxIterations })
  const [name, make] =
    "own" in tested
      ? ["ownProfile", `ownProfile(${JSON.stringify(tested.own)})`]
      : ["profiles", `profiles[${JSON.stringify(tested.name)}]`]
  return `// Written by "pawl replay ${session} --as-test": the session must replay exactly with the profile ${profile}.
// Run it with "node --test" or with vitest. It needs no model, no tools and no network.
import assert from "node:assert/strict"
import { ${name} } from "@pawl/agent"
import { recordedRules, replaySession } from "@pawl/agent/replay"

const { test } = process.env.VITEST ? await import("vitest") : await import("node:test")

// One fact a line, as in the log.
const facts = [
${facts.map((fact) => `  ${inSource(fact)},`).join("\n")}
]

test(${JSON.stringify(`session ${session} replays exactly`)}, () => {
  const rules = recordedRules(facts, ${make}, ${limits})
  const report = replaySession({ facts, rules })
  assert.deepEqual(report, { exact: true, facts: facts.length, steps: report.steps })
})
`
}

/** JSON is valid JavaScript, except for `__proto__`, which would set the prototype instead of a key. */
function inSource(fact: Fact): string {
  const json = JSON.stringify(fact)
  return json.includes('"__proto__"') ? `JSON.parse(${JSON.stringify(json)})` : json
}
