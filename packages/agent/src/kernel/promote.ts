// Determines what a command means for a session in its current state, and rejects commands that would become a
// malformed fact.
import type { Command } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { commandOf } from "../registry/commands.ts"
import type { PromotePorts, Promotion } from "./define-command.ts"
import { shapeProblem } from "./fact-shape.ts"
import type { State } from "./state/state.ts"

/** Throws when the command in the inbox would become a fact that cannot be read back. */
export function promote(state: State, command: Command, ports: PromotePorts): Promotion {
  const meaning = commandOf(command).promote(state, command, ports)
  if (typeof meaning === "string") return meaning
  const { fact } = meaning
  const problem = shapeProblem({ seq: 0, at: 0, ...fact }, fact.type)
  if (problem === undefined) return meaning
  throw new PawlError("input-invalid", `A command of kind "${command.kind}" was dropped: ${problem}.`)
}
