// The frame of an open request: its name, who asks, the risk and the time that is left. It takes no input at first.

import { Bot, type LucideIcon } from "lucide-react"
import { type ReactNode, useId } from "react"
import { Link } from "wouter"
import { PATHS } from "../../app/paths.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { cx } from "../../ui/cx.ts"
import { visible } from "../call/visible.ts"
import { Countdown } from "./countdown.tsx"
import type { Asked } from "./request-book.ts"
import type { Risk } from "./risk.ts"
import { riskTone, riskWords } from "./risk.ts"
import { ignoreRepeats, Still, useArmed, useStill } from "./use-armed.ts"
import { useFocusAfter } from "./use-focus-after.ts"

interface FrameProps {
  readonly request: Asked
  readonly icon: LucideIcon
  readonly title: string
  readonly risk?: Risk | undefined
  /** The card around it is its frame. */
  readonly isInCard: boolean
  readonly children: ReactNode
}

export function RequestFrame({ request, icon: Icon, title, risk, isInCard, children }: FrameProps) {
  const heading = useId()
  const isArmed = useArmed()
  const isStill = useStill()
  const focus = useFocusAfter(request.call)
  const Heading = isInCard ? "p" : "h2"
  const { from, expiresAt } = request
  return (
    // biome-ignore lint/a11y/useSemanticElements: the fieldset inside is switched off at first; this one can be focused.
    <div
      role="group"
      data-request
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDownCapture={ignoreRepeats}
      {...focus}
      className={cx(
        "flex min-w-0 flex-col gap-2.5 bg-surface p-3",
        isInCard ? "rounded-b-xl border-t border-line" : "rounded-xl border border-warn/50",
      )}
    >
      <header className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon aria-hidden className="size-4 shrink-0 text-warn" />
        <Heading id={heading} className="text-sm font-semibold">
          {title}
        </Heading>
        {risk !== undefined && <Badge tone={riskTone(risk)}>{riskWords(risk)}</Badge>}
        {expiresAt !== undefined && <Countdown until={expiresAt} />}
      </header>
      {from !== undefined && (
        <Link
          href={PATHS.session(from.session)}
          className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm text-accent underline underline-offset-2"
        >
          <Bot aria-hidden className="size-4" />
          {from.title === undefined ? t("act.childAsksUnnamed") : t("act.childAsks", { title: visible(from.title) })}
        </Link>
      )}
      <fieldset disabled={!isArmed} className="m-0 flex min-w-0 flex-col gap-2.5 border-0 p-0">
        <legend className="sr-only">{title}</legend>
        <Still value={isStill}>{children}</Still>
      </fieldset>
    </div>
  )
}
