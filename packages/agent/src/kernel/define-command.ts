// A command is defined once: what it means to a session as it stands. The rows are in registry/commands.ts.
import { defined } from "../base/defined.ts"
import type { Ids } from "../contracts/clock.ts"
import type { Command } from "../contracts/command.ts"
import type { Toolbox } from "../contracts/toolbox.ts"
import type { TurnStarted } from "./facts/turn-started.ts"
import type { Yielded } from "./performer.ts"
import type { State } from "./state/state.ts"

/** A fact, nothing any more, or nothing yet. */
export type Promotion = Promoted | "drop" | "later"

export interface Promoted extends Yielded {
  /** The call that it answers. When its tool runs and does not wait for it any more, it is for nobody. */
  readonly replyTo?: string
  /** What runs is told to stop. */
  readonly cancels?: true
}

export interface PromotePorts {
  readonly ids: Ids
  readonly touches: Toolbox["touches"]
  /** What other sessions know of the models' health. */
  readonly news?: (state: State) => TurnStarted["down"]
  /** Where a turn would run. */
  readonly workspace?: string
  /** The names of the finish checks that its answers are held against. */
  readonly checks?: readonly string[]
}

export interface CommandDefinition<C extends Command> {
  readonly kind: C["kind"]
  readonly promote: (state: State, command: C, ports: PromotePorts) => Promotion
}

export function defineCommand<C extends Command>(definition: CommandDefinition<C>): CommandDefinition<C> {
  return definition
}

/** As the fact says it. */
export function senderOf({ id, by }: Command): { readonly command: string; readonly by?: string } {
  return { command: id, ...defined({ by }) }
}
