// Prints the log as a table with one line a step: the numbers of its facts, the tool, and the outcome.
import type { Fact, JsonObject } from "@pawl/agent"
import { bold, dim, green, red, yellow } from "../terminal/style.ts"

/** `killedAt` is the last fact of the process that died. */
export function timeline(facts: readonly Fact[], killedAt?: number): string {
  const lines = stepsOf(facts, killedAt).flatMap((step) => {
    const line = `  ${dim(numbersOf(step).padStart(7))}  ${describe(step)}`
    const isLast = step.at(-1)?.seq === killedAt
    return isLast ? [line, red(`${" ".repeat(11)}---- killed here; another process goes on ----`)] : [line]
  })
  const title = `${bold(`The log: ${facts.length} facts`)}${dim(", four a step (model asked, answered; tool started, finished)")}`
  return `${[title, ...lines].join("\n")}\n`
}

/** A step begins with a request to the model. The kill splits one step in two. */
function stepsOf(facts: readonly Fact[], killedAt: number | undefined): readonly (readonly Fact[])[] {
  const steps: Fact[][] = []
  for (const fact of facts) {
    const step = steps.at(-1)
    if (step === undefined || fact.type === "model-asked" || step.at(-1)?.seq === killedAt) steps.push([fact])
    else step.push(fact)
  }
  return steps
}

function numbersOf(step: readonly Fact[]): string {
  const [first, last] = [step[0]?.seq, step.at(-1)?.seq]
  return first === last ? String(first) : `${first}-${last}`
}

function describe(step: readonly Fact[]): string {
  const started = step.find((fact) => fact.type === "tool-started")
  const finished = step.find((fact) => fact.type === "tool-finished")
  if (started === undefined && finished === undefined) return step.map(({ type }) => type).join(", ")
  const outcome = finished?.outcome ?? "started"
  const paint = outcome === "ok" ? green : yellow
  const call =
    started === undefined ? `${finished?.name}, not run again` : describeCall(started.name, started.arguments)
  return `${paint(outcome.padEnd(8))} ${call}`
}

export function describeCall(name: string, given: JsonObject): string {
  const values = Object.values(given).join(" -> ")
  return `${name.replace(/^.*__/, "").padEnd(14)} ${values}`.trimEnd()
}
