// A table of figures: the first column says what, the others are numbers. It scrolls sideways where there is no room.
import type { ReactNode } from "react"
import { cx } from "../ui/cx.ts"

interface TableProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly TableRow[]
}

export interface TableRow {
  readonly key: string
  readonly isSelected?: boolean
  readonly cells: readonly ReactNode[]
}

export function Table({ label, heads, rows }: TableProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by key.
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line"
    >
      <table className="w-full text-xs tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="bg-raised text-quiet">
          <tr>
            {heads.map((head, column) => (
              <th
                key={head}
                scope="col"
                className={cx("px-2 py-1 font-medium", column === 0 ? "text-start" : "text-end")}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, isSelected = false }) => (
            <tr key={key} className={cx("border-t border-line", isSelected && "bg-accent-soft")}>
              {cells.map((cell, column) => (
                <td
                  key={heads[column]}
                  className={cx(
                    "px-2 py-1",
                    column === 0 ? "min-w-28 text-start break-words" : "text-end whitespace-nowrap",
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
