// The options of a turn that a person asks for, within what that person's groups allow.
import type { SendOptions } from "@pawl/agent"
import type { Principal } from "../access/principal.ts"
import { HttpError } from "../http/envelope.ts"

type Wanted = Pick<SendOptions, "id" | "whenBusy" | "model" | "tools" | "toolChoice" | "output">

export function turnOptions(principal: Principal, wanted: Wanted): SendOptions {
  const { models, tools: allowed } = principal.allows
  const { model, tools } = wanted
  if (model !== undefined && models !== undefined && !models.includes(String(model)))
    throw new HttpError(403, "not-allowed", `You may not use the model "${model}". You may use: ${models.join(", ")}.`)
  return { ...wanted, by: principal.user, ...toolsWithin(tools, allowed) }
}

/** Those wanted that are allowed; all that are allowed if none are named. */
function toolsWithin(wanted: readonly string[] | undefined, allowed: readonly string[] | undefined) {
  if (allowed === undefined) return {}
  if (wanted === undefined) return { tools: allowed }
  const refused = wanted.filter((name) => !allowed.some((each) => covers(each, name)))
  if (refused.length > 0) throw new HttpError(403, "not-allowed", `You may not use these tools: ${refused.join(", ")}.`)
  return { tools: wanted }
}

/** An entry may end with "*". */
function covers(allowed: string, name: string): boolean {
  return allowed.endsWith("*") ? name.startsWith(allowed.slice(0, -1)) : name === allowed
}
