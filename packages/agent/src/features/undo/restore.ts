// Step that puts files back, takes the conversation back, or both. What is overwritten is kept first, so that an undo
// can be undone. After a crash it begins again and reaches the same end, because a file that already is as it should be
// counts as done.
import { defined } from "../../base/defined.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Files } from "../../contracts/files.ts"
import type { RestorePlan } from "../../contracts/undo.ts"
import { defineStep, type PortsOf } from "../../kernel/define-step.ts"
import type { Yielded } from "../../kernel/performer.ts"
import { checkpoint } from "./checkpoint.ts"
import type { ConversationRewound } from "./facts/conversation-rewound.ts"
import type { FilesRestored } from "./facts/files-restored.ts"
import { type PutBack, putBack } from "./put-back.ts"
import { refusalOf, restoredNote, rewoundNote } from "./restore-words.ts"
import type { Restoring } from "./slice.ts"
import { restoreCheckpoint } from "./slice.ts"

/** Puts files back, takes the conversation back, or both. */
export interface Restore {
  readonly kind: "restore"
  readonly key: string
}

export function restoreStep({ command }: Restoring): Restore {
  return { kind: "restore", key: `restore:${command}` }
}

const NEEDS = ["state", "files", "blobs", "signal", "fence", "maxFileBytes", "maxKeptBytes"] as const

type Ports = PortsOf<typeof NEEDS>

export const restore = defineStep<Restore>()({
  kind: "restore",
  needs: NEEDS,
  perform: (_step, ports) => performRestore(ports),
})

async function* performRestore(context: Ports): AsyncGenerator<Yielded, void, void> {
  const wish = context.state.restore as Restoring // A rule asked for this step, so there is one.
  const refused = refusalOf(wish, context)
  if (refused !== undefined) {
    yield { fact: { ...restored(wish), refused } }
    return
  }
  const { files } = context
  if (wish.files === undefined || files === undefined) {
    yield { fact: rewound(wish) }
    return
  }
  let { unkept } = wish
  if (unkept === undefined) {
    const kept = await keepPresent(wish.files, files, context)
    unkept = kept.skipped
    yield checkpoint(restoreCheckpoint(wish.command), kept)
  }
  // Another process may have taken over while this one was suspended.
  await context.fence()
  const { blobs, signal, fence } = context
  const done = await putBack(wish.files, unkept, { files, blobs, signal, fence })
  // Stopped: the next runner of the session continues it.
  if (done === undefined) return
  const fact: FilesRestored = { ...restored(wish), ...done, undoes: wish.files.undoes }
  if (wish.to === undefined) yield { fact: { ...fact, note: restoredNote(done, wish) } }
  else yield { ahead: [fact], fact: rewound(wish, done) }
}

function keepPresent({ files: plan }: RestorePlan, files: Files, context: Ports) {
  const { state, maxFileBytes = 0, maxKeptBytes = 0 } = context
  return files.keep(Object.keys(plan), { maxFileBytes, maxBytes: maxKeptBytes - state.keptBytes })
}

function restored({ command, by }: Restoring): FilesRestored {
  const from = { command, ...defined({ by }) }
  return { type: "files-restored", checkpoint: restoreCheckpoint(command), report: {}, ...from }
}

function rewound(wish: Restoring, done?: PutBack): Draft & ConversationRewound {
  const { command, by, to = 0, turn, stays } = wish
  const note = rewoundNote(wish, done)
  return {
    type: "conversation-rewound",
    to,
    command,
    stays,
    ...defined({ turn, by, note }),
  }
}
