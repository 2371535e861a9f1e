// Defines what a command means for a session in its current state. The rows are in registry/commands.ts.
import { defined } from "../base/defined.ts"
import type { Ids } from "../contracts/clock.ts"
import type { Command } from "../contracts/command.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { ToolChoice } from "../contracts/turn-output.ts"
import type { TurnStarted } from "./facts/turn-started.ts"
import type { Yielded } from "./performer.ts"
import type { State } from "./state/state.ts"

/** A fact; `drop`: the command no longer means anything; `later`: it has to wait. */
export type Promotion = Promoted | "drop" | "later"

export interface Promoted extends Yielded {
  /**
   * The call that this command answers. If the tool runs but no longer waits for the answer, the command is dropped.
   */
  readonly replyTo?: string
  /** Running performers are told to stop. */
  readonly cancels?: true
}

export interface PromotePorts {
  readonly ids: Ids
  readonly touches: Toolbox["touches"]
  /** What other sessions of this process know about the models' health. */
  readonly healthNews?: (state: State) => TurnStarted["down"]
  /** The workspace that a new turn would run in. */
  readonly workspace?: string
  /** The names of the finish checks that apply to the turn's answers. */
  readonly checks?: readonly string[]
  /** The agent's own choice, for turns that have none. */
  readonly toolChoice?: ToolChoice
}

export interface CommandDefinition<C extends Command> {
  readonly kind: C["kind"]
  readonly promote: (state: State, command: C, ports: PromotePorts) => Promotion
}

export function defineCommand<C extends Command>(definition: CommandDefinition<C>): CommandDefinition<C> {
  return definition
}

/** The sender's fields, as facts store them. */
export function senderOf({ id, by }: Command): { readonly command: string; readonly by?: string } {
  return { command: id, ...defined({ by }) }
}
