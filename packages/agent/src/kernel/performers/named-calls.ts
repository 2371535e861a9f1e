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
  const meant = calls.length > MAX_CALLS ? calls.slice(0, MAX_CALLS) : calls
  const more = calls.length > MAX_CALLS ? [tooMany(calls.length)] : []
  const named = meant.map((call, index): Call => {
    const touches = toolbox.touches(call)
    return { ...call, id: callId(attempt, index), ...(touches.length > 0 && { touches }) }
  })
  return { problems: [...problems, ...more], calls: named }
}

/**
 * No work needs more calls in one answer. A model that makes more gets an error, and the rest of its calls are not run.
 */
const MAX_CALLS = 4096

function tooMany(count: number): Problem {
  const message = `Your answer called ${count} tools. Only the first ${MAX_CALLS} were taken; the others were not run. Make fewer calls at once.`
  return { code: "too-many-calls", message }
}

/** Made by Pawl, not by the provider: unique in the session, the same in every replay, and valid for every provider. */
function callId(attempt: string, index: number): string {
  return `call_${attempt.replaceAll(".", "_")}_${index}`
}
