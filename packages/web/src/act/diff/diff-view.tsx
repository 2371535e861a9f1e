// A diff to read: the old beside the new where there is room, in one column on a phone. Long ones are folded, except in a request.
import { memo, useMemo, useRef, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { cx } from "../../ui/cx.ts"
import { useWidth } from "../../ui/use-width.ts"
import { useHidden, useIsInRequest } from "../request/hidden-lines.ts"
import { changeCount, type Hunk } from "./diff-lines.ts"
import { SideTable, UnifiedTable } from "./diff-table.tsx"
import { sideRows, unifiedRows } from "./rows.ts"

/** Below this width, in pixels, two columns of code cannot be read. */
const WIDE = 620
const FOLDED_ROWS = 24
const ROWS_AT_ONCE = 600

interface DiffViewProps {
  readonly hunks: readonly Hunk[]
  /** The file, for those who do not see the table. */
  readonly path: string
}

export const DiffView = memo(function DiffView({ hunks, path }: DiffViewProps) {
  const home = useRef<HTMLDivElement>(null)
  const isWide = useWidth(home) >= WIDE
  const isInRequest = useIsInRequest()
  const [shown, setShown] = useState(isInRequest ? ROWS_AT_ONCE : FOLDED_ROWS)
  const isOneSided = useMemo(() => oneSided(hunks), [hunks])
  const isSide = isWide && !isOneSided
  const side = useMemo(() => (isSide ? sideRows(hunks) : undefined), [hunks, isSide])
  const unified = useMemo(() => (isSide ? [] : unifiedRows(hunks)), [hunks, isSide])
  // A few more are not worth a fold.
  const all = side?.length ?? unified.length
  const count = all <= shown + 6 ? all : shown
  const left = all - count
  useHidden(left)
  if (hunks.length === 0) return <p className="text-sm text-quiet">{t("act.noDiff")}</p>
  return (
    <div ref={home} className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <section
        aria-label={t("act.change")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
        tabIndex={0}
        className={cx("overflow-x-auto", isInRequest && "max-h-96 overflow-y-auto")}
      >
        {side !== undefined ? (
          <SideTable rows={side.slice(0, count)} label={t("act.diffOf", { path })} />
        ) : (
          <UnifiedTable rows={unified.slice(0, count)} label={t("act.diffOf", { path })} />
        )}
      </section>
      {left > 0 && (
        <div className="flex gap-2 border-t border-line bg-raised px-2 py-1">
          <Button kind="ghost" size="small" onClick={() => setShown(count + ROWS_AT_ONCE)}>
            {left > ROWS_AT_ONCE ? t("act.showMore", { n: ROWS_AT_ONCE }) : t("act.showAll", { n: all })}
          </Button>
        </div>
      )}
    </div>
  )
})

/** A new or removed file needs no second column. */
function oneSided(hunks: readonly Hunk[]): boolean {
  return hunks.every(
    ({ lines }) => lines.every(({ kind }) => kind === "added") || lines.every(({ kind }) => kind === "removed"),
  )
}

/** "+3 −1", without what is none, with words for those who do not see it. */
export function DiffCount({ hunks }: { readonly hunks: readonly Hunk[] }) {
  const { added, removed } = useMemo(() => changeCount(hunks), [hunks])
  return (
    <span className="font-mono text-xs whitespace-nowrap">
      {added > 0 && (
        <span className="text-ok">
          +{added} <span className="sr-only">{t("act.added")}</span>
        </span>
      )}{" "}
      {removed > 0 && (
        <span className="text-bad">
          −{removed} <span className="sr-only">{t("act.removed")}</span>
        </span>
      )}
    </span>
  )
}
