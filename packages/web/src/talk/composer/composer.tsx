// Where the person writes: text, files, and what the message is sent with.
import { ArrowUp, Square } from "lucide-react"
import { type ReactNode, useState } from "react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { useObservable } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { attempt } from "../../ui/toasts.tsx"
import { AttachmentList } from "./attachment-list.tsx"
import { type Attachment, forget, hasProblem, withRoom } from "./attachments.ts"
import { AttachButton, RoundButton } from "./buttons.tsx"
import "./composer.css"
import { ApprovalChoice, ModelChoice } from "./choices.tsx"
import { type Command, commandIn } from "./commands.ts"
import { clearDraft, type Draft, draftOf } from "./draft.ts"
import { isTouch } from "./is-touch.ts"
import { type Outgoing, outgoing } from "./outgoing.ts"
import { TextBox } from "./text-box.tsx"
import { useAdd, useLimits } from "./use-attaching.ts"
import { useCommands } from "./use-commands.ts"
import { useFileDrop } from "./use-file-drop.ts"

export interface ComposerProps {
  /** Whose draft it is. */
  readonly session: string
  readonly workspace: string | undefined
  /** False keeps the draft: it was not taken. */
  readonly onSend: (message: Outgoing) => boolean | Promise<boolean>
  readonly commands: readonly Command[]
  readonly isRunning?: boolean
  readonly onStop?: () => void
  /** More to choose from, beside the model. */
  readonly choices?: ReactNode
  readonly autoFocus?: boolean
  /** How many files the session has. */
  readonly filesSaid?: number
  /** Above the text: what it is about. */
  readonly head?: ReactNode
}

/** A viewer reads why there is nothing to write in. */
export function Composer(props: ComposerProps) {
  const mayWrite = useMayDecide()
  if (mayWrite) return <Writing {...props} />
  return <p className="rounded-2xl border border-line bg-surface px-4 py-3 text-sm text-quiet">{t("talk.viewer")}</p>
}

function Writing({
  session,
  workspace,
  onSend,
  commands: own,
  isRunning = false,
  onStop,
  choices,
  autoFocus = false,
  head,
  filesSaid = 0,
}: ComposerProps) {
  const source = draftOf(session)
  const draft = useObservable(source)
  const [isBusy, setBusy] = useState(false)
  const limits = useLimits(workspace)
  const add = useAdd(session, limits)
  const isOver = useFileDrop(add)
  const attachments = withRoom(draft.attachments, limits, filesSaid)
  const isHeld = hasProblem(attachments)
  const isEmpty = outgoing(draft, "queue") === undefined
  const commands = useCommands(own, workspace, session)
  const change = (part: Partial<Draft>) => source.update((now) => without({ ...now, ...part }))
  const send = (whenBusy: "queue" | "steer") => {
    const typed = commandIn(draft.text, commands)
    if (typed !== undefined) {
      change({ text: "" })
      attempt(async () => typed.command.run(typed.rest))
      return
    }
    const message = outgoing(draft, whenBusy)
    if (message === undefined || isBusy || isHeld) return
    setBusy(true)
    attempt(async () => {
      try {
        if (await onSend(message)) clearDraft(session)
      } finally {
        setBusy(false)
      }
    })
  }
  const remove = (attachment: Attachment) => {
    forget(attachment)
    change({ attachments: draft.attachments.filter(({ id }) => id !== attachment.id) })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send("queue")
      }}
      className={cx(
        "composer relative rounded-2xl border bg-surface shadow-sm transition-colors",
        isOver ? "border-accent ring-2 ring-accent" : "border-edge",
      )}
    >
      {head}
      <AttachmentList attachments={attachments} limits={limits} onRemove={remove} />
      <TextBox
        text={draft.text}
        placeholder={placeholderOf(isOver, isRunning)}
        onText={(text) => change({ text })}
        onFiles={add}
        onSend={send}
        isRunning={isRunning}
        commands={commands}
        workspace={workspace}
        autoFocus={autoFocus}
      />
      <div className="flex items-end gap-0.5 p-1.5 pt-0">
        <div className="flex min-w-0 grow flex-wrap items-center gap-0.5">
          <AttachButton onFiles={add} formats={limits.formats} />
          <ModelChoice
            workspace={workspace}
            model={draft.model}
            onChoose={(model) => change({ model: model as string })}
          />
          <ApprovalChoice
            workspace={workspace}
            mode={draft.approval}
            onChoose={(approval) => change({ approval: approval as "ask" })}
          />
          {choices}
        </div>
        {isRunning && onStop !== undefined && (
          <RoundButton icon={Square} label={t("talk.stop")} kind="stop" onClick={onStop} />
        )}
        {(!isRunning || !isEmpty) && (
          <RoundButton
            icon={ArrowUp}
            type="submit"
            kind="send"
            label={isRunning ? t("talk.addToQueue") : t("talk.send")}
            disabled={isEmpty || isBusy || isHeld}
          />
        )}
      </div>
    </form>
  )
}

/** A choice that was taken back is left out. */
function without(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)) as unknown as Draft
}

/** Keys are named only where there are some. */
function placeholderOf(isOver: boolean, isRunning: boolean): string {
  if (isOver) return t("talk.dropHere")
  if (isTouch()) return isRunning ? t("talk.addShort") : t("talk.writeShort")
  return isRunning ? t("talk.writeWhileRunning") : t("talk.write")
}
