// Repairs a call's arguments. Arguments that fit the schema stay unchanged, except for paths that cannot be meant;
// arguments that do not fit are repaired only if the whole then fits.
import { goOn, type Soon } from "../../base/at-hand.ts"
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
  { tool, schema }: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Soon<RepairedCall> {
  return goOn(schema.check(given), (first) => {
    const asGiven = { arguments: given, repairs: NO_REPAIRS, checked: first }
    return first.ok && tool.localPaths === undefined ? asGiven : repaired(asGiven, { tool, schema }, around)
  })
}

const NO_REPAIRS: readonly string[] = []

async function repaired(
  asGiven: RepairedCall,
  { tool, schema }: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Promise<RepairedCall> {
  const fitting = asGiven.checked.ok ? asGiven : await repairedToFit(asGiven.arguments, schema)
  if (fitting === undefined) return asGiven
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
