// An answer of a model: its thoughts, its words, and a card for each of its calls.
import { memo } from "react"
import { ToolCardView } from "../../act/tool-card.tsx"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import type { ViewAnswer, ViewCard } from "../../data/view/session-view.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { cx } from "../../ui/cx.ts"
import { Markdown } from "../markdown/markdown.tsx"
import { Thinking } from "./thinking.tsx"

interface AnswerMessageProps {
  readonly answer: ViewAnswer
  readonly session: LiveSession
}

export const AnswerMessage = memo(function AnswerMessage({ answer, session }: AnswerMessageProps) {
  const { parts, ended } = answer
  if (parts.length === 0) return null
  return (
    <article aria-label={t("talk.answer")} className="flex min-w-0 flex-col gap-2">
      {ended === "abandoned" && (
        <Badge tone="warn" className="self-start">
          {t("talk.abandoned")}
        </Badge>
      )}
      <div
        className={cx(
          "flex min-w-0 flex-col gap-2",
          ended === "abandoned" && "border-s-2 border-line ps-3 text-sm text-quiet",
        )}
      >
        {parts.map((part, index) => {
          if (part.type === "tool") return <Card key={part.call} card={part} session={session} />
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only come at the end.
          if (part.type === "thinking") return <Thinking key={index} text={part.text} />
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          return <Markdown key={index} text={part.text} />
        })}
      </div>
    </article>
  )
})

/** Drawn again only when its own output grows. */
function Card({ card, session }: { readonly card: ViewCard; readonly session: LiveSession }) {
  const output = useSelected(session.view, (view) => view.output[card.call])
  return <ToolCardView card={card} session={session} {...(output !== undefined && { output })} />
}
