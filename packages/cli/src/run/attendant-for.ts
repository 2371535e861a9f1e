// Who is there to be asked in this run: a person at the terminal, or nobody.
import type { Settings } from "../config/settings.ts"
import { type Attendant, absent } from "./attendant.ts"

/** With a terminal a person is asked, who may `leave`; without one, `ask` means refused. */
export async function attendantFor(
  settings: Settings,
  leave: () => void,
): Promise<{ readonly attendant: Attendant; readonly approve: Settings["approve"] }> {
  const { askOnTerminal, isTerminal } = await import("./ask-on-terminal.ts")
  if (settings.approve !== "deny" && isTerminal()) {
    const { person } = await import("./person.ts")
    return { attendant: person(askOnTerminal(leave, settings.workspace)), approve: settings.approve }
  }
  if (settings.approve === "auto") return { attendant: absent("approved"), approve: "auto" }
  return { attendant: absent("denied"), approve: "deny" }
}
