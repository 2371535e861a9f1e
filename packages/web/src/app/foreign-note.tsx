// Says in a session of another person whose it is, and that the audit has what is done here.
import { UserRound } from "lucide-react"
import { useForeignOwner } from "../data/whose.ts"
import { t } from "../i18n/words.ts"

export function ForeignNote({ owner }: { readonly owner: string | null | undefined }) {
  const name = useForeignOwner(owner)
  if (name === undefined) return null
  return (
    <p className="flex items-center justify-center gap-2 border-b border-line bg-info-soft px-3 py-1.5 text-sm text-info">
      <UserRound aria-hidden className="size-4 shrink-0" />
      {t("app.sessionOf", { name })}
    </p>
  )
}
