// Turns JSON between tags into calls.
import type { Problem } from "../../../contracts/answer.ts"
import type { WrittenCall } from "../../../contracts/dialect.ts"
import { type CallSource, callsIn, isProblem, type Read } from "./called.ts"
import { decodeEntities } from "./entities.ts"
import type { Taken } from "./markup.ts"
import { type ProblemCode, problem } from "./problems.ts"
import { readJson } from "./repair-json.ts"

/** `otherwise`: the problem code if the JSON cannot be parsed. */
export function readTaggedJson(raw: string, source: CallSource, otherwise: ProblemCode): Taken {
  const json = withoutFence(raw)
  const first = readJson(json)
  // The model may have escaped the whole text as XML.
  const read = first.kind === "broken" && json.includes("&quot;") ? readJson(decodeEntities(json)) : first
  if (read.kind === "read") return taken(read.values.flatMap((value) => callsIn(value, source)))
  return { problems: [problem(otherwise, `The call cannot be read: ${read.what}. ${source.right}`, source.raw)] }
}

export function taken(reads: readonly Read[]): Taken {
  const calls = reads.filter((read): read is WrittenCall => !isProblem(read))
  const problems = reads.filter((read): read is Problem => isProblem(read))
  return { ...(calls.length > 0 && { calls }), ...(problems.length > 0 && { problems }) }
}

export function withoutFence(raw: string): string {
  const text = raw.trim()
  if (!text.startsWith("```")) return text
  const start = text.search(/[{[]/)
  return start < 0 ? text : text.slice(start).replace(/\s*`+$/, "")
}
