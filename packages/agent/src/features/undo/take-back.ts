// Undo and rewind for the client handle of a session: derives from the log what is to be restored, then carries it out
// or only tries it.

import type { BlobReader } from "../../contracts/blobs.ts"
import type { Command } from "../../contracts/command.ts"
import type { Event, SubscribeOptions } from "../../contracts/event.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Files } from "../../contracts/files.ts"
import type { Wish } from "../../contracts/undo.ts"
import { carryOut, dryRun } from "./restoring.ts"
import {
  noWorkspace,
  type RestoreOptions,
  type RewindOptions,
  type UndoOptions,
  type UndoReport,
  wishedBefore,
  wishToRewind,
  wishToUndo,
} from "./undo.ts"

export interface TakeBackPorts {
  readonly facts: () => Promise<readonly Fact[]>
  readonly files: Files | undefined
  readonly blobs: BlobReader
  readonly newId: () => string
  /** Resolves with true when it was sent before. */
  readonly send: (command: Command) => Promise<boolean>
  readonly follow: (options: SubscribeOptions) => AsyncGenerator<Event, void, void>
  readonly failureMark: () => number
}

export async function undo(options: UndoOptions, ports: TakeBackPorts): Promise<UndoReport> {
  const { files } = ports
  if (files === undefined) throw noWorkspace()
  return takeBack(options, ports, (facts) => wishToUndo(facts, files.root, options))
}

export async function rewind(options: RewindOptions, ports: TakeBackPorts): Promise<UndoReport> {
  return takeBack(options, ports, (facts) => wishToRewind(facts, ports.files?.root, options))
}

async function takeBack(
  options: RestoreOptions,
  { facts: read, files, blobs, newId, send, follow, failureMark }: TakeBackPorts,
  wishFor: (facts: readonly Fact[]) => Wish,
): Promise<UndoReport> {
  const facts = await read()
  const before = options.id === undefined ? undefined : wishedBefore(facts, options.id)
  const wish = before ?? wishFor(facts)
  if (options.dryRun === true) return dryRun(wish, { files, blobs })
  const name = { id: options.id ?? newId(), by: options.by }
  const sent = async (command: Command) => ((await send(command)) ? 0 : (facts.at(-1)?.seq ?? 0))
  return carryOut(wish, name, { send: sent, follow, failAfter: failureMark() })
}
