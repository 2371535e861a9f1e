// Formats the events of a plan: its steps, their results, and that it was given up.
import type { Event } from "@pawl/agent"
import { short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"

type PlanEvent = Extract<Event, { type: "plan-made" | "step-start" | "step-end" | "plan-failed" }>

export function planNote(event: PlanEvent, { dim, green, yellow, bold }: Style): string | undefined {
  switch (event.type) {
    case "plan-made": {
      const lines = event.steps.map(({ what, needs }, index) => {
        const after = needs.length === 0 ? "" : dim(` (needs ${needs.join(", ")})`)
        return `  ${index + 1}. ${short(what, 200)}${after}`
      })
      return [bold("plan"), ...lines].join("\n")
    }
    case "step-start":
      return `${bold(`step ${event.step}`)} ${short(event.what, 200)}`
    case "step-end":
      if (event.outcome === "ok") return `${green(`step ${event.step} done`)}`
      return `${yellow(`step ${event.step} failed`)}: ${short(event.result, 200)}`
    case "plan-failed":
      // No line when there was nothing to plan.
      return NOTHING.test(event.why) ? undefined : yellow(`going on without the plan: ${short(event.why, 300)}`)
  }
}

const NOTHING = /^(?:No tools are needed|There are no tools)\.$/
