// How a turn ended, what it took, and what can be done with it.
import { GitBranch, History, RotateCcw } from "lucide-react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { duration } from "../../i18n/durations.ts"
import { short, usd } from "../../i18n/numbers.ts"
import { clockTime, fullTime } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { IconButton } from "../../ui/button.tsx"
import { CopyButton } from "../copy-button.tsx"
import type { TurnActions } from "./turn-actions.ts"
import { textOf } from "./user-message.tsx"

interface TurnFooterProps {
  readonly turn: ViewTurn
  readonly isLast: boolean
  readonly actions: TurnActions
}

export function TurnFooter({ turn, isLast, actions }: TurnFooterProps) {
  const mayChange = useMayDecide()
  if (turn.endedAt === undefined) return null
  return (
    <footer className="-ms-1.5 flex flex-wrap items-center gap-x-0.5 text-xs text-quiet">
      <CopyButton text={() => answerText(turn)} label={t("talk.copyAnswer")} />
      {mayChange && <Changes turn={turn} isLast={isLast} actions={actions} />}
      {turn.outcome === "cancelled" && <Badge>{t("talk.stopped")}</Badge>}
      {turn.rewound === true && <Badge tone="warn">{t("talk.takenBack")}</Badge>}
      <Numbers turn={turn} />
    </footer>
  )
}

function Changes({ turn, isLast, actions }: TurnFooterProps) {
  return (
    <>
      <IconButton icon={GitBranch} size="small" label={t("talk.branchHere")} onClick={() => actions.branch(turn)} />
      {turn.rewound !== true && (
        <IconButton icon={History} size="small" label={t("talk.rewind")} onClick={() => actions.rewind(turn)} />
      )}
      {isLast && turn.outcome === "cancelled" && (
        <IconButton icon={RotateCcw} size="small" label={t("talk.retry")} onClick={() => actions.retry(turn)} />
      )}
    </>
  )
}

function Numbers({ turn: { startedAt, endedAt = startedAt, usage } }: { readonly turn: ViewTurn }) {
  const { inputTokens = 0, outputTokens = 0, costUsd } = usage ?? {}
  const tokens = inputTokens + outputTokens
  return (
    <span className="flex flex-wrap gap-x-2 ps-1">
      <time dateTime={new Date(endedAt).toISOString()} title={fullTime(endedAt)}>
        {clockTime(endedAt)}
      </time>
      <span>{duration(Math.max(0, endedAt - startedAt))}</span>
      {tokens > 0 && (
        <span title={t("talk.tokensInOut", { in: inputTokens, out: outputTokens })}>
          {t("talk.tokens", { n: tokens, short: short(tokens) })}
        </span>
      )}
      {costUsd !== undefined && costUsd > 0 && <span>{usd(costUsd)}</span>}
    </span>
  )
}

/** All words of the turn that still count. */
function answerText({ messages }: ViewTurn): string {
  const answers = messages.filter((message) => message.role === "assistant" && message.ended !== "abandoned")
  return answers
    .map(({ parts }) => textOf(parts as Parameters<typeof textOf>[0]))
    .filter((text) => text !== "")
    .join("\n\n")
}
