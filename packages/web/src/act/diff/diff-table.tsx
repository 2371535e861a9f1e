// The tables of a diff. The signs + and - say without colour what is new and what is gone.
import { memo } from "react"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { placeKey } from "../call/place-key.ts"
import { visible } from "../call/visible.ts"
import type { DiffLine } from "./diff-lines.ts"
import type { Cell, Mark, SideRow, UnifiedRow } from "./rows.ts"

const GROUND = { same: "", removed: "bg-bad-soft", added: "bg-ok-soft" } as const
const SIGN = { same: " ", removed: "−", added: "+" } as const
const SPOKEN = { same: undefined, removed: "act.removed", added: "act.added" } as const
const TABLE = "w-full border-collapse font-mono text-xs leading-5"

export const SideTable = memo(function SideTable({ rows, label }: { rows: readonly SideRow[]; label: string }) {
  return (
    <table aria-label={label} className={cx(TABLE, "table-fixed")}>
      <colgroup>
        <col className="w-10" />
        <col />
        <col className="w-10" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th>{t("act.line")}</th>
          <th>{t("act.before")}</th>
          <th>{t("act.line")}</th>
          <th>{t("act.after")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) =>
          row.kind === "gap" ? (
            <Gap key={placeKey(place)} columns={4} />
          ) : (
            <tr key={placeKey(place)}>
              <Numbered cell={row.left} line={row.left?.line.before} />
              <Numbered cell={row.right} line={row.right?.line.after} isSecond />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
})

export const UnifiedTable = memo(function UnifiedTable({
  rows,
  label,
}: {
  rows: readonly UnifiedRow[]
  label: string
}) {
  return (
    <table aria-label={label} className={TABLE}>
      <thead className="sr-only">
        <tr>
          <th>{t("act.line")}</th>
          <th>{t("act.change")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) =>
          row.kind === "gap" ? (
            <Gap key={placeKey(place)} columns={2} />
          ) : (
            <tr key={placeKey(place)}>
              <Numbered cell={row} line={row.line.after ?? row.line.before} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
})

function Numbered({
  cell,
  line,
  isSecond = false,
}: {
  cell: Cell | undefined
  line: number | undefined
  isSecond?: boolean
}) {
  const ground = cell === undefined ? "bg-raised" : GROUND[cell.line.kind]
  return (
    <>
      <td
        className={cx(
          "w-10 px-1.5 text-end align-top text-quiet select-none",
          ground,
          isSecond && "border-s border-line",
        )}
      >
        {line}
      </td>
      <td className={cx("px-1.5 align-top", ground)}>{cell !== undefined && <Code {...cell} />}</td>
    </>
  )
}

function Code({ line, mark }: Cell) {
  const spoken = SPOKEN[line.kind]
  return (
    <div className="flex gap-1.5">
      <span
        aria-hidden
        className={cx(
          "w-2 shrink-0 select-none",
          line.kind === "added" && "text-ok",
          line.kind === "removed" && "text-bad",
        )}
      >
        {SIGN[line.kind]}
      </span>
      {spoken !== undefined && <span className="sr-only">{t(spoken)}: </span>}
      <span dir="ltr" className="min-w-0 break-words whitespace-pre-wrap">
        {mark === undefined ? visible(line.text) : <Marked line={line} mark={mark} />}
      </span>
    </div>
  )
}

function Marked({ line, mark: { from, to } }: { readonly line: DiffLine; readonly mark: Mark }) {
  const tone = line.kind === "added" ? "bg-ok/25" : "bg-bad/25"
  return (
    <>
      {visible(line.text.slice(0, from))}
      {to > from && <mark className={cx("rounded-sm text-ink", tone)}>{visible(line.text.slice(from, to))}</mark>}
      {visible(line.text.slice(to))}
    </>
  )
}

function Gap({ columns }: { readonly columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className="bg-raised px-2 text-center text-quiet select-none">
        <span aria-hidden>⋯</span>
        <span className="sr-only">{t("act.unchangedGap")}</span>
      </td>
    </tr>
  )
}
