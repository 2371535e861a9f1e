// Work announced and not done: the answer ends in the first person and the future, and no call follows.
import type { Finding } from "./judged.ts"
import { proven, type Reading, worded } from "./reading.ts"

export function judgePromise(reading: Reading): Finding | undefined {
  const { order, deeds, unmet } = reading
  if ((order.needsTools || deeds.length > 0 || order.actions.length > 0) && announcesCall(reading))
    return proven("incomplete", "a call is written into the answer instead of being made")
  if (!order.isImperative && !order.needsTools && deeds.length === 0) return undefined
  // A letter promises in the name of its sender.
  if (deeds.length === 0 && order.makesText && order.actions.length === 0 && !order.needsTools) return undefined
  const promise = promiseIn(reading)
  if (promise === undefined) return undefined
  const isMet = order.actions.length > 0 && unmet.length === 0
  if (isMet && !GOES_ON.test(promise)) return undefined
  return worded("incomplete", `announced and not done: "${promise}"`, isMet)
}

/** After a deed was done, only more of it is announced; what else is said may be a reminder that is set. */
const GOES_ON =
  /(?<!\p{L})(?:next|now|rest|remaining|others?|then|continue|proceed|start|jetzt|nun|gleich|nächstes|übrigen|restlichen|anderen|danach|anschließend|weiter)(?!\p{L})/u

/** The last sentences count: what is announced at the beginning may have been done below. */
export function promiseIn({ prose, phrases }: Pick<Reading, "prose" | "phrases">): string | undefined {
  let isOffered = false
  for (const { text, isQuestion } of prose.sentences.slice(-4)) {
    // "Tell me what to change. I'll update it then.": the condition stands in the sentence before.
    const wasOffered = isOffered
    isOffered = isQuestion || phrases.has("courtesy", text)
    if (isOffered || wasOffered) continue
    const promise = phrases.find("promise", text)
    if (promise !== undefined) return text.slice(text.indexOf(promise)).slice(0, 100)
  }
  return undefined
}

/** A model that cannot call, or forgot how, writes the call down. */
function announcesCall({ prose, given }: Reading): boolean {
  return prose.blocks.some(({ body }) => {
    if (
      /"(?:arguments|parameters|args|tool_input|input)"\s*:/.test(body) &&
      /"(?:name|tool|function|tool_name|action)"\s*:\s*"/.test(body)
    )
      return true
    return given.tools?.some((tool) => body.trimStart().startsWith(`${tool}(`)) ?? false
  })
}
