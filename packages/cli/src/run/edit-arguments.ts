// Lets a person change the arguments of a call before it is approved: in their own editor, or in the input line.
import type { JsonObject } from "@pawl/agent"
import { visibleJson, visibleValue } from "../terminal/visible.ts"
import type { ApprovalEvent } from "./attendant.ts"
import type { Asker } from "./person.ts"

/** Undefined when they stay as they are. */
export async function editArguments(
  asker: Asker,
  event: ApprovalEvent,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  if (isHuge(event)) {
    asker.tell("  The arguments are too long to be edited in a line. Answer no, and add what you want instead.")
    return undefined
  }
  const line =
    (await asker.edit?.(visibleJson(JSON.stringify(event.arguments, undefined, 2)))) ??
    (await asker.ask("  arguments: ", { prefill: visibleValue(event.arguments), signal, canLeave: true }))
  if (line === undefined || line.trim() === "") return undefined
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject // Parsed from JSON.
  } catch {
    // Reported below, like JSON that is no object.
  }
  const again = asker.showsHints === true ? "Press e" : "Type edit"
  asker.tell(`  That is not a JSON object, so the arguments stay as they are. ${again} to try again.`)
  return undefined
}

/** Too much to read at once, and the line editor would take seconds to draw it. */
export function isHuge({ arguments: given }: Pick<ApprovalEvent, "arguments">): boolean {
  return JSON.stringify(given).length > 100_000
}
