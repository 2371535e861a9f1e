// What a command of the conversation is, and what it may use.
import type { OpenHow } from "../agent/agent.ts"
import { policyOf } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import type { Flags } from "../line/parse.ts"
import type { Conversation } from "./conversation.ts"
import type { Completion, Terminal } from "./terminal.ts"

export interface Room {
  readonly conversation: Conversation
  readonly terminal: Terminal
  readonly how: OpenHow
  /** Of the command line. */
  readonly flags: Flags
  readonly leave: () => void
}

export interface ReplCommand {
  readonly name: string
  readonly usage: string
  readonly summary: string
  /** More about it, for `/help NAME`. */
  readonly details?: string
  /** What is not usable is not offered. It says why when it is run all the same. */
  readonly isUsable?: (room: Room) => Promise<boolean>
  /** Words that may follow those that were typed. */
  readonly complete?: (room: Room, words: readonly string[]) => Promise<readonly Completion[]> | readonly Completion[]
  run(room: Room, words: readonly string[]): Promise<void> | void
}

export const BUSY = "A turn is running. Wait for its end, or cancel it with Ctrl-C first."

/** Fixed words as completions; a word and its meaning in each row. */
export function words(...rows: readonly (readonly [text: string, about: string])[]): readonly Completion[] {
  return rows.map(([text, about]) => ({ text, about }))
}

/** How an agent with these settings is opened: the mode may have changed since the start. */
export function howWith({ how, terminal }: Pick<Room, "how" | "terminal">, { approve }: Settings): OpenHow {
  return { ...how, approve: policyFor(approve, terminal.isScreen) }
}

/** On the screen the mode may change with every turn, so the agent asks and the turns say what runs unasked. */
export function policyFor(approve: Settings["approve"], isScreen: boolean): OpenHow["approve"] {
  return approve !== "deny" && isScreen ? "ask" : policyOf(approve)
}
