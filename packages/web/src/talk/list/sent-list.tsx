// What was sent and no turn has taken yet: at the end of the turns when nothing runs, else as a queue above the composer.
import { CornerDownRight, Pencil, RefreshCw, Trash2, Zap } from "lucide-react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { connection } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useObservable, useSelected } from "../../data/use-observable.ts"
import { isRunning, type Sent } from "../../data/view/session-view.ts"
import { type Key, t } from "../../i18n/words.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { textOf, UserMessage } from "../message/user-message.tsx"

/** What is on its way, as it will look. */
export function PendingMessages({ session }: { readonly session: LiveSession }) {
  const sent = useSelected(session.view, (view) => view.sent)
  const running = useSelected(session.view, isRunning)
  const shown = running ? [] : sent.filter(({ problem }) => problem === undefined)
  return shown.map(({ id, parts, isSlow = false }) => (
    <div key={id} className="mx-auto column w-full px-4 py-3">
      <UserMessage parts={parts} session={session.id} isPending />
      <p role="status" className="pt-1 text-end text-xs text-warn">
        {isSlow && t("talk.slowServer")}
      </p>
    </div>
  ))
}

interface QueueProps {
  readonly session: LiveSession
  /** Its words go back into the composer. */
  readonly onEdit: (text: string) => void
}

export function Queue({ session, onEdit }: QueueProps) {
  const sent = useSelected(session.view, (view) => view.sent)
  const running = useSelected(session.view, isRunning)
  const shown = sent.filter(({ problem }) => running || problem !== undefined)
  if (shown.length === 0) return null
  return (
    <ul aria-label={t("talk.queue")} className="flex flex-col gap-1 pb-2">
      {shown.map((each) => (
        <Waiting key={each.id} sent={each} session={session} onEdit={onEdit} />
      ))}
    </ul>
  )
}

/** What the server does not have waits for no turn. */
function standingOf({ isQueued = false, isSlow = false, whenBusy }: Sent, isLost: boolean): Key {
  if ((isLost || isSlow) && !isQueued) return "talk.waitsForServer"
  return whenBusy === "steer" ? "talk.joins" : "talk.queued"
}

function Waiting({ sent, session, onEdit }: QueueProps & { readonly sent: Sent }) {
  const text = textOf(sent.parts as Parameters<typeof textOf>[0])
  const { problem, isUnreachable = false } = sent
  const mayWrite = useMayDecide()
  const isLost = useObservable(connection) === "lost"
  const drop = async () => {
    if (await session.sender.drop(sent)) return true
    tell(t("talk.begun"))
    return false
  }
  return (
    <li className="flex flex-wrap items-center gap-x-2 min-h-9 rounded-xl border border-line bg-surface py-1 ps-3 pe-2 text-sm">
      <CornerDownRight aria-hidden className="size-4 shrink-0 text-quiet rtl:-scale-x-100" />
      <span dir="auto" className="min-w-32 flex-1 truncate">
        {text === "" ? t("talk.file") : text}
      </span>
      <span className="text-xs text-quiet">{problem === undefined ? t(standingOf(sent, isLost)) : ""}</span>
      {problem === undefined ? (
        sent.isQueued === true &&
        mayWrite && (
          <IconButton
            icon={Zap}
            size="small"
            label={t("talk.sendNow")}
            onClick={() => attempt(() => session.sender.steer(sent))}
          />
        )
      ) : sent.input === undefined ? null : (
        <Button size="small" icon={RefreshCw} onClick={() => session.sender.again(sent)}>
          {t("talk.sendAgain")}
        </Button>
      )}
      {(problem !== undefined || (sent.isQueued === true && mayWrite)) && (
        <>
          <IconButton
            icon={Pencil}
            size="small"
            label={t("talk.editQueued")}
            onClick={() => attempt(async () => (await drop()) && onEdit(text))}
          />
          <IconButton icon={Trash2} size="small" label={t("talk.dropQueued")} onClick={() => attempt(drop)} />
        </>
      )}
      {problem !== undefined && (
        <p role="alert" className="w-full pb-1 text-xs text-bad">
          {isUnreachable ? t("talk.unsentYet") : problem}
        </p>
      )}
    </li>
  )
}
