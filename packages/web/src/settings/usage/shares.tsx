// Sums by model or owner: a table, with a bar in each row for how much of the largest it is.

import { count, usd } from "../../i18n/numbers.ts"
import { t } from "../../i18n/words.ts"
import { amountOf, type Measure, type Sum } from "./sums.ts"

interface SharesProps {
  readonly title: string
  /** What the first column names. */
  readonly head: string
  readonly sums: readonly Sum[]
  readonly measure: Measure
  readonly nameOf?: (name: string) => string
}

export function Shares({ title, head, sums, measure, nameOf = (name) => name }: SharesProps) {
  const most = Math.max(...sums.map((sum) => amountOf(sum, measure)), 0)
  return (
    <UsageTable label={title} head={head}>
      {sums.map((sum) => (
        <tr key={sum.name} className="border-t border-line">
          <th scope="row" className="py-2 ps-4 pe-3 text-start font-medium">
            <bdi className="break-all">{nameOf(sum.name)}</bdi>
            <svg aria-hidden viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1 h-1 w-full max-w-56">
              <rect width="100" height="4" className="fill-raised" />
              <rect width={most === 0 ? 0 : (amountOf(sum, measure) / most) * 100} height="4" className="fill-accent" />
            </svg>
          </th>
          <NumberCells sum={sum} />
        </tr>
      ))}
    </UsageTable>
  )
}

export function UsageTable({
  label,
  head,
  children,
}: {
  readonly label: string
  readonly head: string
  readonly children: React.ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by key.
      tabIndex={0}
      className="overflow-x-auto rounded-xl border border-line bg-surface"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{label}</caption>
        <thead className="text-xs text-quiet">
          <tr>
            <th scope="col" className="py-2 ps-4 pe-3 text-start font-medium">
              {head}
            </th>
            {(["cost", "input", "output", "requests"] as const).map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-end font-medium last:pe-4">
                {t(`settings.usage_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}

/** A plus says that there is more, without a price. */
export function costText({ cost, unpriced }: Sum): string {
  if (unpriced === 0) return usd(cost)
  return cost === 0 ? "–" : `${usd(cost)} +`
}

export function NumberCells({ sum }: { readonly sum: Sum }) {
  const cells = [costText(sum), count(sum.input), count(sum.output), count(sum.requests)]
  return cells.map((text, column) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same.
    <td key={column} className="px-3 py-2 text-end whitespace-nowrap last:pe-4">
      {text}
    </td>
  ))
}
