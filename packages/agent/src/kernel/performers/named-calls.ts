// Gives the calls of an answer Pawl's own ids.
import type { Answer, Problem } from "../../contracts/answer.ts"
import type { Call } from "../../contracts/message.ts"
import type { ModelAnswered } from "../facts/model-answered.ts"
import type { PerformContext } from "../performer.ts"

export function namedCalls(
  { calls, problems }: Answer,
  attempt: string,
  { toolbox }: Pick<PerformContext, "toolbox">,
): Pick<ModelAnswered, "problems" | "calls"> {
  const named: Call[] = []
  // Made by Pawl, not by the provider: unique in the session, the same in every replay, and valid for every provider.
  const ids = `call_${attempt.replaceAll(".", "_")}_`
  const count = Math.min(calls.length, MAX_CALLS)
  for (let index = 0; index < count; index++) {
    const call = calls[index] as Answer["calls"][number] // Below their number.
    const touches = toolbox.touches(call)
    const id = `${ids}${index}`
    named.push(touches.length === 0 ? { ...call, id } : { ...call, id, touches })
  }
  return { problems: calls.length > MAX_CALLS ? [...problems, tooMany(calls.length)] : problems, calls: named }
}

/**
 * No work needs more calls in one answer. A model that makes more gets an error, and the rest of its calls are not run.
 */
const MAX_CALLS = 4096

function tooMany(count: number): Problem {
  const message = `Your answer called ${count} tools. Only the first ${MAX_CALLS} were taken; the others were not run. Make fewer calls at once.`
  return { code: "too-many-calls", message }
}
