// Repairs a call's arguments. Arguments that fit the schema stay unchanged, except for paths that cannot be meant;
// arguments that do not fit are repaired only if the whole then fits.
import type { Soon } from "../../base/at-hand.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { Checked } from "../input-schema.ts"
import type { Registered } from "../registry.ts"
import { repairNames } from "./parameter-names.ts"
import type { Repaired, Surroundings } from "./repair.ts"
import { repairPaths } from "./repair-paths.ts"
import { repairValues } from "./repair-values.ts"

export interface RepairedCall extends Repaired {
  /** The check of the repaired arguments. */
  readonly checked: Checked
}

export function repairArguments(
  given: JsonObject,
  registered: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Soon<RepairedCall> {
  const checked = registered.schema.check(given)
  if (checked instanceof Promise || !checked.ok || registered.tool.localPaths !== undefined)
    return repaired(given, checked, registered, around)
  return { arguments: given, repairs: NO_REPAIRS, checked }
}

/** For arguments that have to stay as they are. */
export function unrepaired(given: JsonObject, { schema }: Pick<Registered, "schema">): Soon<RepairedCall> {
  const checking = schema.check(given)
  return checking instanceof Promise
    ? checking.then((checked) => ({ arguments: given, repairs: NO_REPAIRS, checked }))
    : { arguments: given, repairs: NO_REPAIRS, checked: checking }
}

const NO_REPAIRS: readonly string[] = []

async function repaired(
  given: JsonObject,
  checking: Soon<Checked>,
  { tool, schema }: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Promise<RepairedCall> {
  const asGiven = { arguments: given, repairs: NO_REPAIRS, checked: await checking }
  const fitting = asGiven.checked.ok ? asGiven : await repairedToFit(given, schema)
  if (fitting === undefined || (asGiven.checked.ok && tool.localPaths === undefined)) return asGiven
  const placed = await repairPaths(fitting.arguments, { tool, schema }, around)
  if (placed.repairs.length === 0) return fitting
  const checked = await schema.check(placed.arguments)
  return checked.ok ? { ...placed, repairs: [...fitting.repairs, ...placed.repairs], checked } : fitting
}

/** Undefined when no repair makes the arguments fit. */
async function repairedToFit(given: JsonObject, schema: Registered["schema"]): Promise<RepairedCall | undefined> {
  const named = repairNames(given, schema.jsonSchema)
  const valued = repairValues(named.arguments, schema.jsonSchema)
  const repairs = [...named.repairs, ...valued.repairs]
  if (repairs.length === 0) return undefined
  const checked = await schema.check(valued.arguments)
  return checked.ok ? { arguments: valued.arguments, repairs, checked } : undefined
}
