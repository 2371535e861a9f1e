// Chooses the turn that a tab is about.
import type { ViewTurn } from "../data/view/session-view.ts"
import { t } from "../i18n/words.ts"
import { textOfParts } from "./message-text.ts"

interface TurnPickerProps {
  readonly turns: readonly ViewTurn[]
  readonly turn: number
  readonly onChoose: (turn: number) => void
}

export function TurnPicker({ turns, turn, onChoose }: TurnPickerProps) {
  return (
    <select
      aria-label={t("see.turn")}
      value={turn}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
      className="h-8 min-w-0 grow truncate rounded-lg border border-edge bg-surface px-2 text-xs text-ink"
    >
      {turns.toReversed().map((each) => (
        <option key={each.turn} value={each.turn}>
          {titleOfTurn(each)}
        </option>
      ))}
    </select>
  )
}

const TITLE_CHARS = 60

/** Its number, and how it began. */
export function titleOfTurn({ turn, messages }: ViewTurn): string {
  const [first] = messages
  const said = first?.role === "user" ? textOfParts(first.parts).replaceAll(/\s+/g, " ").trim() : ""
  return `${turn} · ${said.length > TITLE_CHARS ? `${said.slice(0, TITLE_CHARS - 1)}…` : said}`
}
