// Prepares a call before its gates: applies what facts have already decided, and lets its tool resolve name and arguments.
import { goOn, type Soon } from "../../base/at-hand.ts"
import type { Call } from "../../contracts/message.ts"
import type { Preparation, PrepareOptions } from "../../contracts/toolbox.ts"
import { argumentsOf, type CallState } from "../state/state.ts"
import { crashed } from "./results.ts"
import type { CallOptions, OptionPorts } from "./run-options.ts"

/** With the arguments it is to run with: a repair or a person may have changed them. */
export function callOf(state: CallState): Call {
  const { call } = state
  const given = argumentsOf(state)
  return given === call.arguments ? call : { ...call, arguments: given }
}

/**
 * At hand unless its tool makes it wait. Arguments that a person has seen, or that a call was started with, are not
 * repaired again: they run as they are.
 */
export function prepareCall(
  call: Call,
  state: CallState,
  of: CallOptions,
  { toolbox }: OptionPorts,
): Soon<Preparation> {
  const { repaired, decision, starts, name } = state
  const isDecided = decision !== undefined || starts > 0
  const how: PrepareOptions = { repair: repaired === undefined && !isDecided, isDecided, of, offered: of.offered }
  const failed = (error: unknown): Preparation => ({
    kind: "immediate",
    name: call.name,
    result: crashed(call.name, error),
  })
  let preparing: Soon<Preparation>
  try {
    preparing = toolbox.prepare(name === undefined || name === call.name ? call : { ...call, name }, how)
  } catch (error) {
    preparing = failed(error)
  }
  if (preparing instanceof Promise) preparing = preparing.catch(failed)
  if (repaired === undefined || decision?.arguments !== undefined) return preparing
  // The repair that was made before, and shown to a person, is still told.
  const { repairs } = repaired
  return goOn(preparing, (found) => (found.kind === "immediate" ? found : { ...found, repairs }))
}
