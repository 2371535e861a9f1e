// A call's arguments -> what was meant by them. What fits its schema stays as it is, but for paths that cannot be meant;
// what does not fit is repaired only if it then fits as a whole.
import type { JsonObject } from "../../contracts/json.ts"
import type { Checked } from "../input-schema.ts"
import type { Registered } from "../registry.ts"
import { repairNames } from "./parameter-names.ts"
import type { Repaired, Surroundings } from "./repair.ts"
import { repairPaths } from "./repair-paths.ts"
import { repairValues } from "./repair-values.ts"

export interface RepairedCall extends Repaired {
  /** Of the arguments as they are now. */
  readonly checked: Checked
}

export async function repairArguments(
  given: JsonObject,
  { tool, schema }: Pick<Registered, "tool" | "schema">,
  around: Surroundings,
): Promise<RepairedCall> {
  const first = await schema.check(given)
  const fitting = first.ok ? { arguments: given, repairs: [], checked: first } : await made(given, schema)
  if (fitting === undefined) return { arguments: given, repairs: [], checked: first }
  const placed = await repairPaths(fitting.arguments, { tool, schema }, around)
  if (placed.repairs.length === 0) return fitting
  const checked = await schema.check(placed.arguments)
  return checked.ok ? { ...placed, repairs: [...fitting.repairs, ...placed.repairs], checked } : fitting
}

/** Undefined when it cannot be made to fit. */
async function made(given: JsonObject, schema: Registered["schema"]): Promise<RepairedCall | undefined> {
  const named = repairNames(given, schema.jsonSchema)
  const valued = repairValues(named.arguments, schema.jsonSchema)
  const repairs = [...named.repairs, ...valued.repairs]
  if (repairs.length === 0) return undefined
  const checked = await schema.check(valued.arguments)
  return checked.ok ? { arguments: valued.arguments, repairs, checked } : undefined
}
