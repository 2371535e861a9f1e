// The fold's part of undo: files that are kept and put back, and a conversation that is taken back to an earlier turn.
import { text } from "../../contracts/content.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { CheckpointMade, ConversationRewound, FilesRestored, RestoreAsked } from "../../contracts/undo.ts"
import { changeCall } from "../../kernel/state/apply-tool.ts"
import { isRunning, type State, type WaitingInput } from "../../kernel/state/state.ts"

/** The checkpoint of what is overwritten when files are put back. */
export function restoreCheckpoint(command: string): string {
  return `restore:${command}`
}

export function applyCheckpoint(state: State, fact: CheckpointMade): State {
  const { checkpoint, files, bytes = 0, skipped = {}, seen = {} } = fact
  const counted = { ...state, keptBytes: state.keptBytes + bytes }
  const { restore } = state
  if (restore !== undefined && checkpoint === restoreCheckpoint(restore.command))
    return { ...counted, restore: { ...restore, unkept: skipped } }
  return changeCall(counted, checkpoint, (call) => ({ ...call, before: { ...files, ...seen } }))
}

export function applyRestoreAsked(state: State, fact: RestoreAsked & Fact): State {
  const { command, by, files, to, turn, turns, stays, changed } = fact
  return {
    ...state,
    restore: {
      command,
      turns,
      stays,
      ...(by !== undefined && { by }),
      ...(files !== undefined && { files }),
      ...(to !== undefined && { to }),
      ...(turn !== undefined && { turn }),
      ...(changed !== undefined && { changed }),
    },
  }
}

export function applyFilesRestored({ restore: _done, ...state }: State, { seq, note }: FilesRestored & Fact): State {
  return note === undefined ? state : { ...state, waiting: [...state.waiting, told(seq, note)] }
}

/** What it was before is in the log, and not in the state: whoever folds the log makes it whole with `rewound`. */
export function applyRewound({ restore: _done, ...state }: State, { to }: ConversationRewound): State {
  return { ...state, rewoundTo: to }
}

/** The conversation is as it was; what was paid, allowed, learnt and counted stays. */
export function rewound(
  { rewoundTo: _whole, ...state }: State,
  past: State | undefined,
  fact: ConversationRewound & Fact,
): State {
  // Inside of a turn there is nothing to go back to: no session of ours writes that.
  if (past === undefined || isRunning(past.turn)) return state
  const { digest: _digest, turn: _turn, catalogue: _told, tasks: _tasks, notes: _notes, ...rest } = state
  const { history, counts, blobs, dropped, cutResults, preview, compaction } = past
  const { seq, note } = fact
  return {
    ...rest,
    ...(past.digest !== undefined && { digest: past.digest }),
    ...(past.turn !== undefined && { turn: past.turn }),
    // What the model was told of its tools since, it was not told any more.
    ...(past.catalogue !== undefined && { catalogue: past.catalogue }),
    ...(past.tasks !== undefined && { tasks: past.tasks }),
    ...(past.notes !== undefined && { notes: past.notes }),
    history,
    counts,
    blobs,
    dropped,
    cutResults,
    preview,
    // Its number names the next one, and no name is given twice.
    compaction: { ...compaction, times: state.compaction.times },
    waiting: note === undefined ? past.waiting : [...past.waiting, told(seq, note)],
  }
}

function told(seq: number, note: string): WaitingInput {
  return { seq, parts: [text(note)], from: "note", ephemeral: false }
}
