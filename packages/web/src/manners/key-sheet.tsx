// The sheet of all keys, opened by "?".
import { Link } from "wouter"
import { PATHS } from "../app/paths.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { Dialog } from "../ui/dialog.tsx"
import { singleKeys } from "./choices.ts"
import { KeyCaps } from "./key-caps.tsx"
import { KEYS, keyNames, modName, WRITING_KEYS } from "./keys.ts"
import { IS_MAC } from "./use-keys.ts"

export default function KeySheet({ onClose }: { readonly onClose: () => void }) {
  const isOn = useObservable(singleKeys) === "on"
  const everywhere = KEYS.map((row) => ({ what: t(`manners.do_${row.action}`), names: keyNames(row, IS_MAC) }))
  const writing = WRITING_KEYS.map(({ what, keys }) => ({
    what: t(`manners.write_${what}`),
    names: keys.map((key) => (key === "mod" ? modName(IS_MAC) : key)),
  }))
  return (
    <Dialog title={t("manners.keys")} onClose={onClose}>
      <div className="flex flex-col gap-5">
        {!isOn && (
          <p className="rounded-lg bg-info-soft p-3 text-sm text-info">
            {t("manners.singleKeysOff")}{" "}
            <Link href={PATHS.settings("you")} onClick={onClose} className="underline">
              {t("manners.toSettings")}
            </Link>
          </p>
        )}
        <KeyTable title={t("manners.everywhere")} rows={everywhere} />
        <KeyTable title={t("manners.writing")} rows={writing} />
      </div>
    </Dialog>
  )
}

interface Row {
  readonly what: string
  readonly names: readonly string[]
}

function KeyTable({ title, rows }: { readonly title: string; readonly rows: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-xs font-semibold text-quiet">{title}</h3>
      <dl className="divide-y divide-line">
        {rows.map(({ what, names }) => (
          <div key={what} className="flex min-h-9 items-center justify-between gap-4 text-sm">
            <dt>{what}</dt>
            <dd>
              <KeyCaps names={names} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
