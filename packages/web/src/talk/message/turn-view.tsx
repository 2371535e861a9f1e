// One turn: what was said and done, in order, and how it ended.
import { Pencil, RotateCcw } from "lucide-react"
import { memo, type RefObject, useEffect, useRef } from "react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { standing } from "../../data/me.ts"
import type { ViewMessage, ViewTurn } from "../../data/view/session-view.ts"
import { t } from "../../i18n/words.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { cx } from "../../ui/cx.ts"
import { CopyButton } from "../copy-button.tsx"
import { AnswerMessage } from "./answer-message.tsx"
import { isRetry, toldOf } from "./failure.ts"
import { LiveAnswerView } from "./live-answer.tsx"
import type { TurnActions } from "./turn-actions.ts"
import { TurnFooter } from "./turn-footer.tsx"
import { textOf, UserMessage } from "./user-message.tsx"

interface TurnViewProps {
  readonly turn: ViewTurn
  readonly session: LiveSession
  readonly isLast: boolean
  readonly actions: TurnActions
}

export const TurnView = memo(function TurnView({ turn, session, isLast, actions }: TurnViewProps) {
  const { suggestions = [], endedAt, rewound = false } = turn
  const { messages, problem } = toldOf(turn)
  const settled = useSettled()
  const mayWrite = useMayDecide()
  return (
    <section
      ref={settled}
      aria-label={t("talk.turn", { n: turn.turn })}
      data-turn={turn.turn}
      data-last={isLast || undefined}
      className={cx(
        "turn mx-auto flex column w-full flex-col gap-3 px-4 py-3",
        rewound && "border-s-4 border-warn-soft text-quiet",
      )}
    >
      {messages.map((message, index) => (
        <MessageView
          key={keyOf(message, index)}
          message={message}
          isFirst={index === 0}
          turn={turn}
          session={session}
          actions={actions}
        />
      ))}
      {isLast && <LiveAnswerView session={session} />}
      {problem !== undefined && (
        <Problem message={problem} onRetry={isLast && mayWrite ? () => actions.retry(turn) : undefined} />
      )}
      <TurnFooter turn={turn} isLast={isLast} actions={actions} />
      {isLast && mayWrite && endedAt !== undefined && suggestions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {suggestions.map((text) => (
            <Button key={text} size="small" onClick={() => actions.suggest(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </section>
  )
})

interface MessageViewProps extends Pick<TurnViewProps, "turn" | "session" | "actions"> {
  readonly message: ViewMessage
  readonly isFirst: boolean
}

function MessageView({ message, isFirst, turn, session, actions }: MessageViewProps) {
  if (message.role === "assistant") return <AnswerMessage answer={message} session={session} />
  if (isRetry(message)) return <p className="text-center text-sm text-quiet">{t("talk.triedAgain")}</p>
  const buttons = <SaidActions turn={turn} message={message} isFirst={isFirst} actions={actions} />
  return <UserMessage parts={message.parts} session={session.id} by={otherThanMe(message.by)} actions={buttons} />
}

/** Named only when it was another person. */
function otherThanMe(by: string | undefined): string | undefined {
  const now = standing.get()
  return now.kind === "in" && by !== now.me.user ? by : undefined
}

/**
 * Marks a turn that was laid out once: its height is known from then on. A callback before a frame comes before the layout of that
 * frame, so it is the second one that knows.
 */
function useSettled(): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => section.current?.setAttribute("data-settled", ""))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return section
}

/** An answer keeps its place when its number becomes known. */
function keyOf({ role }: ViewMessage, index: number): string {
  return `${role}-${index}`
}

function SaidActions({ turn, message, isFirst, actions }: Omit<MessageViewProps, "session">) {
  const mayWrite = useMayDecide()
  return (
    <div className="flex opacity-0 transition-opacity group-hover/said:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
      <CopyButton text={() => textOf(message.parts as Parameters<typeof textOf>[0])} label={t("talk.copyMessage")} />
      {isFirst && mayWrite && (
        <IconButton icon={Pencil} size="small" label={t("talk.editAndResend")} onClick={() => actions.edit(turn)} />
      )}
    </div>
  )
}

function Problem({ message, onRetry }: { readonly message: string; readonly onRetry: (() => void) | undefined }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-xl border border-bad/40 bg-bad-soft px-4 py-3 text-sm text-bad"
    >
      <p dir="auto" className="min-w-48 flex-1 break-words">
        {message}
      </p>
      {onRetry !== undefined && (
        <Button size="small" icon={RotateCcw} onClick={onRetry}>
          {t("talk.retry")}
        </Button>
      )}
    </div>
  )
}
