// The log as a table: number, fact, and the detail a reader wants.
import type { Fact, JsonObject } from "@pawl/agent"
import { bold, dim, red, yellow } from "../style.ts"

/** `killedAt` is the last fact of the process that died. */
export function timeline(facts: readonly Fact[], killedAt?: number): string {
  const lines = facts.flatMap((fact) => {
    const line = `  ${dim(String(fact.seq).padStart(4))}  ${fact.type.padEnd(16)} ${describe(fact)}`
    return fact.seq === killedAt ? [line, red("        ---- killed here; another process goes on ----")] : [line]
  })
  return `${[bold(`The log: ${facts.length} facts`), ...lines].join("\n")}\n`
}

function describe(fact: Fact): string {
  switch (fact.type) {
    case "session-opened":
      return `session ${fact.session}, profile ${fact.profile}`
    case "turn-started":
      return `turn ${fact.turn}`
    case "model-asked":
      return dim(`attempt ${fact.attempt}`)
    case "model-answered":
      return [quoted(fact.text), ...fact.calls.map((call) => `-> ${call.name}`)].filter(Boolean).join(" ")
    case "tool-started":
      return `${describeCall(fact.name, fact.arguments)} ${dim(`(${fact.effect})`)}`
    case "tool-finished":
      return `${fact.name}: ${fact.outcome === "ok" ? fact.outcome : yellow(fact.outcome)}`
    case "turn-finished":
      return fact.outcome
    default:
      return ""
  }
}

export function describeCall(name: string, given: JsonObject): string {
  const values = Object.values(given).map((value) => JSON.stringify(value))
  return values.length === 0 ? name : `${name} ${values.join(" -> ")}`
}

function quoted(text: string): string {
  return text === "" ? "" : dim(text.length > 60 ? `${text.slice(0, 57)}...` : text)
}
