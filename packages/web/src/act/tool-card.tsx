// The card of a tool call: one line that says what is done and how it stands; it opens to all there is to know.
import type { ToolCard } from "@pawl/client"
import { ArrowUpRight, ChevronRight } from "lucide-react"
import { memo, useId, useState } from "react"
import { Link } from "wouter"
import { PATHS } from "../app/paths.ts"
import type { LiveSession } from "../data/live-session.ts"
import { duration } from "../i18n/durations.ts"
import { useLanguage } from "../i18n/use-language.ts"
import { t } from "../i18n/words.ts"
import { Badge } from "../ui/badge.tsx"
import { cx } from "../ui/cx.ts"
import { onDemand } from "../ui/on-demand.tsx"
import { isOver, stateTone, stateWords } from "./call/card-state.ts"
import { OutputView } from "./call/output-view.tsx"
import { sayCall } from "./call/say-call.ts"
import { ToolIcon } from "./call/tool-icon.tsx"
import { useRunningTime } from "./call/use-running-time.ts"
import { UnknownNote } from "./effects/unknown-note.tsx"

const CardDetails = onDemand(async () => (await import("./call/card-details.tsx")).CardDetails)
const CardRequests = onDemand(async () => (await import("./request/card-requests.tsx")).CardRequests)

interface ToolCardProps {
  readonly card: ToolCard
  /** What it has printed so far. */
  readonly output?: string
  readonly session: LiveSession
}

export const ToolCardView = memo(function ToolCardView({ card, output = "", session }: ToolCardProps) {
  useLanguage()
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const isUnknown = card.state === "unknown"
  return (
    <article
      aria-label={headline(card)}
      data-call={card.call}
      className={cx(
        "min-w-0 rounded-xl border bg-surface",
        isUnknown ? "border-warn border-dashed" : "border-line",
        card.state === "waiting" && "border-warn/60",
      )}
    >
      <div className="flex min-w-0 items-center">
        <Line card={card} session={session} isOpen={isOpen} details={details} onToggle={() => setOpen(!isOpen)} />
        {card.child !== undefined && <ChildLink child={card.child} />}
      </div>
      {!isOver(card.state) && output !== "" && (
        <div className="px-2 pb-2">
          <OutputView text={output} isSmall={!isOpen} />
        </div>
      )}
      {isUnknown && <UnknownNote card={card} session={session} />}
      {card.state === "waiting" && <CardRequests card={card} session={session} />}
      {isOpen && (
        <div id={details} className="border-t border-line p-3">
          <CardDetails card={card} session={session} />
        </div>
      )}
    </article>
  )
})

function headline({ name, arguments: given, state }: ToolCard): string {
  const { what, telling } = sayCall(name, given)
  return `${what} ${telling}: ${stateWords(state)}`
}

/** The session of the sub-agent that works for the call. */
function ChildLink({ child }: { readonly child: string }) {
  return (
    <Link
      href={PATHS.session(child)}
      aria-label={t("act.openChild")}
      title={t("act.openChild")}
      className="me-1 grid size-8 shrink-0 place-items-center rounded-lg text-quiet hover:bg-raised hover:text-ink"
    >
      <ArrowUpRight aria-hidden className="size-4" />
    </Link>
  )
}

interface LineProps {
  readonly card: ToolCard
  readonly session: LiveSession
  readonly isOpen: boolean
  readonly details: string
  readonly onToggle: () => void
}

function Line({ card, session, isOpen, details, onToggle }: LineProps) {
  const { what, telling } = sayCall(card.name, card.arguments)
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      {...(isOpen && { "aria-controls": details })}
      onClick={onToggle}
      className="flex w-full min-w-0 grow cursor-pointer items-center gap-2 rounded-xl px-2.5 py-2 text-start text-sm hover:bg-raised"
    >
      <ToolIcon name={card.name} state={card.state} />
      <span title={what} className={cx("truncate font-medium", "min-w-0", telling !== "" && "max-w-[45%] sm:shrink-0")}>
        {what}
      </span>
      <span dir="auto" title={telling} className="min-w-0 grow basis-0 truncate font-mono text-xs text-quiet">
        {telling}
      </span>
      <Standing card={card} session={session} />
      <ChevronRight
        aria-hidden
        className={cx(
          "size-4 shrink-0 text-quiet transition-transform rtl:rotate-180",
          isOpen && "rotate-90 rtl:rotate-90",
        )}
      />
    </button>
  )
}

/** What went well needs no words; its time is enough. */
function Standing({ card, session }: Pick<LineProps, "card" | "session">) {
  const { state, ms } = card
  const seconds = useRunningTime(card, session)
  const time = state === "running" ? seconds : ms !== undefined && ms > 0 ? duration(ms) : ""
  return (
    <span className="flex min-w-0 items-center gap-2 sm:shrink-0">
      {time !== "" && <span className="text-xs whitespace-nowrap text-quiet tabular-nums">{time}</span>}
      {state === "ok" ? (
        <span className="sr-only">{stateWords(state)}</span>
      ) : (
        <Badge tone={stateTone(state)}>{stateWords(state)}</Badge>
      )}
      {card.approval?.decision === "approved" && state === "ok" && <span className="sr-only">{t("act.approved")}</span>}
    </span>
  )
}
