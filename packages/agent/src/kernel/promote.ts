// What a command means to a session as it stands: looks it up, and lets nothing through that would become no fact.
import type { Command } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { commandOf } from "../registry/commands.ts"
import type { PromotePorts, Promotion } from "./define-command.ts"
import { shapeProblem } from "./fact-shape.ts"
import type { State } from "./state/state.ts"

/** Throws when somebody put into the inbox what would become a fact that nobody can read. */
export function promote(state: State, command: Command, ports: PromotePorts): Promotion {
  const meaning = commandOf(command).promote(state, command, ports)
  if (typeof meaning === "string") return meaning
  const { fact } = meaning
  const problem = shapeProblem({ seq: 0, at: 0, ...fact }, fact.type)
  if (problem === undefined) return meaning
  throw new PawlError("input-invalid", `A command of kind "${command.kind}" was dropped: ${problem}.`)
}
