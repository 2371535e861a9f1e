// Admins choose whose sessions they see: their own, everyone's, or those of one user.
import { useObservable } from "../data/use-observable.ts"
import { chooseWhose, EVERYONE, useMayLookAtOthers, whose } from "../data/whose.ts"
import { t } from "../i18n/words.ts"

const MINE = ""

export function WhoseChoice() {
  const owner = useObservable(whose)
  if (!useMayLookAtOthers()) return null
  return (
    <select
      aria-label={t("app.whose")}
      value={owner ?? MINE}
      onChange={({ currentTarget: { value } }) => chooseWhose(value === MINE ? undefined : value)}
      className="my-1 h-8 min-w-0 rounded-lg border border-line bg-surface px-2 text-sm"
    >
      <option value={MINE}>{t("app.mine")}</option>
      <option value={EVERYONE}>{t("app.everyone")}</option>
      {owner !== undefined && owner !== EVERYONE && <option value={owner}>{owner}</option>}
    </select>
  )
}
