// What a card opens to: the change of a file, arguments, result, who decided, and where the time went.
import type { ToolCard } from "@pawl/client"
import type { ReactNode } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { t } from "../../i18n/words.ts"
import { ArgumentsView } from "./arguments-view.tsx"
import { CallTimesLine } from "./call-times-line.tsx"
import { ChangePart } from "./change-part.tsx"
import { changesFiles } from "./file-tools.ts"
import { ResultView } from "./result-view.tsx"
import { visible } from "./visible.ts"

export function CardDetails({ card, session }: { readonly card: ToolCard; readonly session: LiveSession }) {
  const { arguments: given, result, value, full } = card
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {changesFiles(card.name) ? (
        <>
          <ChangePart card={card} session={session.id} />
          <details>
            <summary className="min-h-6 cursor-pointer text-xs font-semibold text-quiet">{t("act.arguments")}</summary>
            <div className="pt-1.5">
              <ArgumentsView given={given} />
            </div>
          </details>
        </>
      ) : (
        <Part title={t("act.arguments")}>
          <ArgumentsView given={given} />
        </Part>
      )}
      {result !== undefined && (
        <Part title={t("act.result")}>
          <ResultView
            session={session.id}
            parts={result}
            value={value}
            full={full}
            isTerminal={card.name === "run_command"}
          />
        </Part>
      )}
      <Decided card={card} />
      <CallTimesLine card={card} session={session} />
    </div>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-xs font-semibold text-quiet">{title}</p>
      {children}
    </div>
  )
}

/** The code says more than the state. */
const FAILED: ReadonlySet<string> = new Set(["error", "timeout", "refused"])

function Decided({ card }: { readonly card: ToolCard }) {
  const lines = decidedLines(card)
  if (lines.length === 0) return null
  return (
    <p dir="auto" className="text-xs break-words text-quiet">
      {visible(lines.join(" · "))}
    </p>
  )
}

function decidedLines({ approval, question, state, code }: ToolCard): readonly string[] {
  const { decision, by, reason } = approval ?? {}
  const who = by === undefined ? {} : { who: by }
  return [
    ...(decision === "approved" ? [by === undefined ? t("act.approved") : t("act.approvedBy", who)] : []),
    ...(decision === "denied" && by !== undefined ? [t("act.deniedBy", who)] : []),
    ...(reason === undefined ? [] : [t("act.reason", { reason })]),
    ...(question?.answer === undefined ? [] : [t("act.answered", { answer: question.answer })]),
    ...(code !== undefined && FAILED.has(state) ? [code] : []),
  ]
}
