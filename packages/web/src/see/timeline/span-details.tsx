// What is known of the selected span: times, state, the exact request and answer, the sub-agent's session, and the raw facts.
import type { Fact } from "@pawl/client"
import { Link } from "wouter"
import { PATHS } from "../../app/paths.ts"
import { exactDuration } from "../../i18n/durations.ts"
import { clock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { CodeBox } from "../code-box.tsx"
import { ExchangeButton } from "../exchange/exchange-button.tsx"
import { lineOf } from "../facts/fact-filter.ts"
import { Fold } from "../fold.tsx"
import { Section } from "../section.tsx"
import { isMoment, type Span, type SpanState } from "./span.ts"
import { stateOf, titleOf } from "./span-words.ts"

const TONES: Readonly<Record<SpanState, Tone>> = {
  open: "accent",
  ok: "ok",
  failed: "bad",
  unknown: "bad",
  refused: "warn",
  plain: "quiet",
}

interface SpanDetailsProps {
  readonly span: Span
  /** Of its session. */
  readonly facts: readonly Fact[]
}

export function SpanDetails({ span, facts }: SpanDetailsProps) {
  const { session, attempt, child, seqs, from, to } = span
  const own = facts.filter(({ seq }) => seqs.includes(seq))
  return (
    <Section
      title={titleOf(span)}
      end={stateOf(span) !== "" && <Badge tone={TONES[span.state]}>{stateOf(span)}</Badge>}
    >
      <p className="text-xs text-quiet tabular-nums">
        {t(`see.lane_${span.lane}`)} · {clock(from)}
        {!isMoment(span) && ` · ${exactDuration(to - from)}`}
      </p>
      {own[0] !== undefined && <p className="text-xs break-words">{lineOf(own[0])}</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {attempt !== undefined && <ExchangeButton session={session} attempt={attempt} />}
        {child !== undefined && (
          <Link
            href={PATHS.session(child)}
            className="inline-flex min-h-7 items-center rounded-lg border border-line px-2 text-[0.8125rem] font-medium hover:bg-raised"
          >
            {t("see.openChild")}
          </Link>
        )}
      </div>
      <div>
        {own.map((fact) => (
          <Fold
            key={fact.seq}
            title={<code className="text-xs">{fact.type}</code>}
            end={t("see.factNumber", { n: `${fact.seq}` })}
            isOpenAtFirst={own.length === 1}
          >
            {() => <CodeBox label={`${fact.type} ${fact.seq}`} value={fact} />}
          </Fold>
        ))}
      </div>
    </Section>
  )
}
