// What a person found out about a call whose outcome was unknown.
import { t } from "../../i18n/words.ts"
import { visible } from "../call/visible.ts"
import type { Effect } from "./effect-book.ts"

export function FoundWords({ found }: { readonly found: NonNullable<Effect["found"]> }) {
  const { happened, note, by } = found
  return (
    <p dir="auto" className="text-sm break-words">
      {t(happened ? "act.effectFoundYes" : "act.effectFoundNo", { who: by })}
      {note !== undefined && <span className="text-quiet"> {visible(note)}</span>}
    </p>
  )
}
