// Chooses the attendant of a run: a person if there is a terminal, else a fixed decision.
import type { ApprovalPolicy } from "@pawl/agent"
import { policyOf, turnOf } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import { err } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { type Attendant, absent } from "./attendant.ts"

/** With a terminal the user is asked, and may `leave`; without one, `ask` becomes `deny`. */
export async function attendantFor(
  settings: Settings,
  leave: () => void,
): Promise<{ readonly attendant: Attendant; readonly approve: ApprovalPolicy }> {
  const isTerminal = world().stdin.isTTY === true && err.isTerminal
  if (settings.approve !== "deny" && isTerminal) {
    const [{ askOnTerminal }, { person, placeOfTools }] = await Promise.all([
      import("./ask-on-terminal.ts"),
      import("./person.ts"),
    ])
    return { attendant: person(askOnTerminal(leave, placeOfTools(settings))), approve: policyOf(settings.approve) }
  }
  if (settings.approve === "auto") return { attendant: absent("approved"), approve: "auto" }
  // What a mode lets run unasked, runs; the attendant denies the rest.
  return { attendant: absent("denied"), approve: "approval" in turnOf(settings) ? "ask" : "deny" }
}
