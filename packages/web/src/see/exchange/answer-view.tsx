// What came back: text, thinking and calls, or the failure; tokens, cost and time.

import { exactDuration } from "../../i18n/durations.ts"
import { dayAndClock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { CodeBox } from "../code-box.tsx"
import { UsageLine } from "../cost/usage-line.tsx"
import { Fold } from "../fold.tsx"
import type { Exchange } from "./exchange.ts"

export function AnswerView({ exchange }: { readonly exchange: Exchange }) {
  const { at, answer, failure } = exchange
  const reply = answer ?? failure
  if (reply === undefined) return <p className="text-sm text-quiet">{t("see.noAnswer")}</p>
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={failure === undefined ? "ok" : "bad"}>{answer?.stop ?? t("see.state_failed")}</Badge>
        <span className="text-quiet">
          {dayAndClock(at)} · {exactDuration(reply.ms)}
        </span>
        <UsageLine usage={reply.usage} />
      </p>
      {failure !== undefined && (
        <p className="rounded-lg bg-bad-soft p-2 break-words text-bad">
          <code className="me-2">{failure.error.code}</code>
          {failure.error.message}
        </p>
      )}
      {reply.text !== undefined && reply.text !== "" && <CodeBox label={t("see.text")} value={reply.text} />}
      {answer !== undefined && <Rest answer={answer} />}
    </div>
  )
}

function Rest({ answer: { calls, reasoning, problems } }: { readonly answer: NonNullable<Exchange["answer"]> }) {
  const thinking = reasoning.map(({ text }) => text).filter((text) => text !== "")
  return (
    <>
      {calls.length > 0 && <Titled title={t("see.calls", { n: calls.length })} value={calls} />}
      {problems.length > 0 && <Titled title={t("see.problems", { n: problems.length })} value={problems} />}
      {thinking.length > 0 && (
        <Fold title={t("see.thinking")}>
          {() => <CodeBox label={t("see.thinking")} value={thinking.join("\n\n")} />}
        </Fold>
      )}
    </>
  )
}

function Titled({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <div>
      <h3 className="mb-1 text-xs font-semibold text-quiet">{title}</h3>
      <CodeBox label={title} value={value} />
    </div>
  )
}
