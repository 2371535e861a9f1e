// A list of records as a table that scrolls sideways and grows on demand.
import { useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { placeKey } from "./place-key.ts"

const FIRST = 12
const MORE = 200

export function ResultTable({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  const [shown, setShown] = useState(FIRST)
  const left = rows.length - shown
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <section aria-label={t("act.result")} tabIndex={0} className="overflow-x-auto rounded-lg border border-line">
        <table className="w-full border-collapse text-xs">
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} className="bg-raised px-2 py-1 text-start font-medium text-quiet">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, place) => (
              <tr key={placeKey(place)} className="border-t border-line">
                {row.map((cell, column) => (
                  <td key={columns[column]} dir="auto" className="px-2 py-1 align-top">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && (
        <Button kind="ghost" size="small" className="mt-1" onClick={() => setShown(shown + MORE)}>
          {t("act.moreRows", { n: left })}
        </Button>
      )}
    </div>
  )
}
