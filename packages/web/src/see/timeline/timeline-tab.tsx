// The timeline of a turn: what went on when, at once and after each other; as a picture that can be zoomed, or as a table.
import { Table2 } from "lucide-react"
import { useState } from "react"
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { Hint } from "../section.tsx"
import { TurnPicker } from "../turn-picker.tsx"
import { Chart } from "./chart.tsx"
import { SpanDetails } from "./span-details.tsx"
import { SpanTable } from "./span-table.tsx"
import { useTimeline } from "./use-timeline.ts"

export function TimelineTab({ session }: { readonly session: LiveSession }) {
  const turns = useSelected(session.view, (view) => view.turns)
  const [chosen, choose] = useState<number>()
  // Without a choice it is always the newest turn.
  const turn = turns.find((each) => each.turn === chosen)?.turn ?? turns.at(-1)?.turn
  if (turn === undefined) return <Hint>{t("see.noTurns")}</Hint>
  return <OfTurn key={turn} session={session} turns={turns} turn={turn} onChoose={choose} />
}

interface OfTurnProps {
  readonly session: LiveSession
  readonly turns: readonly ViewTurn[]
  readonly turn: number
  readonly onChoose: (turn: number) => void
}

function OfTurn({ session, turns, turn, onChoose }: OfTurnProps) {
  const timeline = useTimeline(session, turns, turn)
  const [selected, select] = useState<string>()
  const [isTable, setTable] = useState(false)
  const { groups, spans, logs, isLoaded, error, retry } = timeline
  const span = spans.find(({ id }) => id === selected)
  return (
    <div className="flex flex-col">
      <div className="flex items-center gap-2 px-3 pt-2">
        <TurnPicker turns={turns} turn={turn} onChoose={onChoose} />
        <IconButton
          icon={Table2}
          label={t("see.asTable")}
          size="small"
          isActive={isTable}
          aria-pressed={isTable}
          onClick={() => setTable(!isTable)}
        />
      </div>
      {error !== undefined && <Failed error={error} onRetry={retry} />}
      {!isLoaded && error === undefined && (
        <Hint>
          <Spinner label={t("app.loading")} />
        </Hint>
      )}
      {isLoaded && spans.length === 0 && <Hint>{t("see.noFacts")}</Hint>}
      {spans.length > 0 &&
        (isTable ? (
          <SpanTable spans={spans} selected={selected} onSelect={select} />
        ) : (
          <Chart groups={groups} spans={spans} selected={selected} onSelect={select} />
        ))}
      {/* In a box of its own: what comes and goes beside the picture would have the browser style all of it again. */}
      <div>
        {span !== undefined && <SpanDetails key={span.id} span={span} facts={logs.get(span.session)?.facts ?? []} />}
        {span === undefined && spans.length > 0 && <Hint>{t("see.selectHint")}</Hint>}
      </div>
    </div>
  )
}
