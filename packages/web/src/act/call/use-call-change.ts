// What a call changed in files, as its session recorded it.
import type { Change, ToolCard } from "@pawl/client"
import { client } from "../../data/client.ts"
import { type Loaded, useLoaded } from "../../data/use-loaded.ts"
import { isOver } from "./card-state.ts"
import { changesFiles } from "./file-tools.ts"

export interface CallChange {
  /** Undefined when it changed nothing, or its changes are not recorded. */
  readonly change: Change | undefined
  /** All changes of the session. */
  readonly changes: readonly Change[]
}

export function useCallChange(card: ToolCard, session: string): Loaded<CallChange> {
  return useLoaded(() => load(card, session), `${card.call} ${card.state}`)
}

async function load({ name, call, state }: ToolCard, session: string): Promise<CallChange> {
  if (!changesFiles(name) || !isOver(state)) return { change: undefined, changes: [] }
  const { changes } = await client.call("look.changes", { params: { session } })
  return { changes, change: changes.find(({ id }) => id === call) }
}

export function isUndone({ files }: Change): boolean {
  const all = Object.values(files)
  return all.length > 0 && all.every(({ undone }) => undone !== undefined)
}
