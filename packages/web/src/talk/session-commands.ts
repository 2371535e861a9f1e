// The commands that can be typed in a session.
import { download } from "../app/session-actions.tsx"
import { client } from "../data/client.ts"
import type { LiveSession } from "../data/live-session.ts"
import { t } from "../i18n/words.ts"
import { tell } from "../ui/toasts.tsx"
import type { Command } from "./composer/commands.ts"
import { draftOf } from "./composer/draft.ts"
import { branchAfter, retried } from "./session-actions.ts"

export interface Around {
  readonly live: LiveSession
  readonly goHome: () => void
  readonly goTo: (session: string) => void
  readonly rewind: (turn?: number) => void
  readonly undo: () => void
}

export function sessionCommands({ live, goHome, goTo, rewind, undo }: Around): readonly Command[] {
  const params = { session: live.id }
  return [
    { name: "new", hint: () => t("talk.cmdNew"), run: goHome },
    {
      name: "compact",
      hint: () => t("talk.cmdCompact"),
      takes: () => t("talk.cmdFocus"),
      run: (focus) => client.call("turns.compact", { params, body: focus === "" ? {} : { focus } }),
    },
    { name: "retry", hint: () => t("talk.cmdRetry"), run: () => retried(live) },
    { name: "stop", hint: () => t("talk.cmdStop"), run: () => live.cancel() },
    { name: "undo", hint: () => t("talk.cmdUndo"), run: () => undo() },
    { name: "rewind", hint: () => t("talk.cmdRewind"), run: () => rewind() },
    { name: "fork", hint: () => t("talk.cmdFork"), run: async () => goTo(await branchAfter(live)) },
    { name: "export", hint: () => t("talk.cmdExport"), run: () => download(live.id) },
    {
      name: "rename",
      hint: () => t("talk.cmdRename"),
      takes: () => t("talk.cmdTitle"),
      run: (title) => client.call("sessions.change", { params, body: { title: title === "" ? null : title } }),
    },
    modelCommand(live.id),
  ]
}

export function modelCommand(session: string): Command {
  return {
    name: "model",
    hint: () => t("talk.cmdModel"),
    takes: () => t("talk.cmdName"),
    run: (model) => {
      draftOf(session).update(({ model: _, ...draft }) => ({ ...draft, ...(model !== "" && { model }) }))
      tell(model === "" ? t("talk.modelIsDefault") : t("talk.modelIs", { model }))
    },
  }
}
