// Reports when another model of the chain is asked than before.
import type { Event } from "@pawl/agent"
import { short } from "../terminal/plain.ts"

/** `chain`: the configured models, the first one first. */
export function modelChanges(chain: readonly string[]): (event: Event) => string | undefined {
  let [current] = chain
  let why = ""
  return (event) => {
    // Drop the advice: the runtime follows it already.
    if (event.type === "model-error") why = event.error.message.replace(/\.(\s[\s\S]*)?$/, "")
    // Planner and router alternate: that is no change.
    if (event.type !== "iteration-start" || event.model === current || event.phase !== undefined) return undefined
    // An older turn may have used other models: that is no change now.
    if (!chain.includes(event.model)) return undefined
    const isBack = event.model === chain[0]
    const [before, reason] = [current, why]
    current = event.model
    why = ""
    if (isBack) return `model: ${event.model} is asked again`
    return `model: ${event.model} is asked instead of ${before}${reason === "" ? "" : ` (${short(reason, 80)})`}`
  }
}
