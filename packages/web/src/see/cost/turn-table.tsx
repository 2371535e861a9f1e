// All turns that are loaded, with what each used.
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import type { ViewTurn } from "../../data/view/session-view.ts"
import { exactDuration } from "../../i18n/durations.ts"
import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { Table } from "../table.tsx"
import { titleOfTurn } from "../turn-picker.tsx"

interface TurnTableProps {
  readonly session: LiveSession
  readonly turns: readonly ViewTurn[]
  readonly turn: number
  readonly onChoose: (turn: number) => void
}

export function TurnTable({ session, turns, turn, onChoose }: TurnTableProps) {
  const hasEarlier = useSelected(session.view, (view) => view.earlier)
  return (
    <>
      <Table
        label={t("see.turns")}
        heads={[t("see.turn"), t("see.inShort"), t("see.outShort"), t("see.cost"), t("see.time")]}
        rows={turns.toReversed().map((each) => ({
          key: `${each.turn}`,
          isSelected: each.turn === turn,
          cells: cellsOf(each, () => onChoose(each.turn)),
        }))}
      />
      {hasEarlier && (
        <Button size="small" onClick={() => attempt(() => session.loadEarlier())}>
          {t("see.earlierTurns")}
        </Button>
      )}
    </>
  )
}

function cellsOf(turn: ViewTurn, onChoose: () => void) {
  const { usage, startedAt, endedAt } = turn
  return [
    <button
      key="turn"
      type="button"
      onClick={onChoose}
      className="line-clamp-2 min-h-6 cursor-pointer rounded text-start underline decoration-line underline-offset-2 hover:decoration-accent"
    >
      {titleOfTurn(turn)}
    </button>,
    usage === undefined ? "–" : count(usage.inputTokens),
    usage === undefined ? "–" : count(usage.outputTokens),
    usage === undefined ? "–" : usage.costUsd === undefined ? t("see.unpriced") : usd(usage.costUsd),
    endedAt === undefined ? t("see.state_open") : exactDuration(endedAt - startedAt),
  ]
}
