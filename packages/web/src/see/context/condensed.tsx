// What was condensed, newest first: each compaction opens to what stands in place of the messages, and to what was lost.
import type { Fact } from "@pawl/client"
import { useMemo } from "react"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { useObservable } from "../../data/use-observable.ts"
import { short } from "../../i18n/numbers.ts"
import { dayAndClock } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { CodeBox } from "../code-box.tsx"
import { useFactLog } from "../facts/use-facts.ts"
import { Fold } from "../fold.tsx"
import { type Compaction, compactionOf } from "./compaction.ts"

/** How much of the log is looked through at once, from its end. */
const AT_ONCE = 1000

export function Condensed({ session }: { readonly session: LiveSession }) {
  const { value, error } = useLoaded(() => client.call("sessions.get", { params: { session: session.id } }), session.id)
  if (error !== undefined) return <p className="text-sm text-bad">{error instanceof Error ? error.message : ""}</p>
  if (value === undefined) return <Spinner label={t("app.loading")} />
  return <CompactionList session={session} from={Math.max(1, value.seq - AT_ONCE + 1)} />
}

function CompactionList({ session, from }: { readonly session: LiveSession; readonly from: number }) {
  const log = useFactLog(session, { from })
  const { facts, isLoaded } = useObservable(log.state)
  const compactions = useMemo(() => compactionsIn(facts), [facts])
  if (!isLoaded) return <Spinner label={t("app.loading")} />
  return (
    <>
      {compactions.length === 0 && (
        <p className="text-sm text-quiet">
          {t(log.hasEarlier ? "see.nothingCondensedLately" : "see.nothingCondensed")}
        </p>
      )}
      <ul>
        {compactions.map((each) => (
          <li key={each.seq}>
            <Fold title={`${dayAndClock(each.at)} · ${reasonOf(each)}`} end={sizes(each)}>
              {() => <CompactionView compaction={each} />}
            </Fold>
          </li>
        ))}
      </ul>
      {log.hasEarlier && (
        <Button size="small" onClick={() => attempt(() => log.loadEarlier(AT_ONCE))}>
          {t("see.lookFurther")}
        </Button>
      )}
    </>
  )
}

/** Newest first. */
function compactionsIn(facts: readonly Fact[]): readonly Compaction[] {
  return facts
    .filter(({ type }) => type === "history-compacted")
    .map(compactionOf)
    .toReversed()
}

function reasonOf({ why }: Compaction): string {
  return why === undefined ? t("see.condensedThen") : t(`see.why_${why}`)
}

function sizes({ before, after }: Compaction): string | undefined {
  return before === undefined || after === undefined ? undefined : `${short(before)} → ${short(after)}`
}

function CompactionView({ compaction }: { readonly compaction: Compaction }) {
  const { strategy, dropped, shortened, summary, carried, lost } = compaction
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-quiet">
        {dropped > 0 && `${t("see.droppedMessages", { n: dropped })} `}
        {shortened > 0 && `${t("see.shortenedMessages", { n: shortened })} `}
        <code className="text-xs">{strategy}</code>
      </p>
      {lost.length > 0 && (
        <div className="rounded-lg bg-warn-soft p-2">
          <Badge tone="warn">{t("see.lost")}</Badge>
          <TextList texts={lost} />
        </div>
      )}
      {summary !== "" && <CodeBox label={t("see.summary")} value={summary} />}
      {carried.map(([name, texts]) => (
        <div key={name}>
          <h3 className="text-xs font-semibold text-quiet">{t(`see.carried_${name}`)}</h3>
          <TextList texts={texts} />
        </div>
      ))}
    </div>
  )
}

function TextList({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="list-disc ps-4">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text may stand here twice, and nothing moves.
        <li key={index} className="break-words whitespace-pre-wrap">
          {text}
        </li>
      ))}
    </ul>
  )
}
