// Tells a branch from the session that it was made of: both begin with the same words.
import { GitBranch } from "lucide-react"
import { sessionList } from "../data/session-list.ts"
import { useSelected } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { titleOf } from "./title-of.ts"

/** The other session may be removed, or further down in a long list: then it has no name here. */
export function BranchMark({ of: id }: { readonly of: string }) {
  const origin = useSelected(sessionList, ({ sessions }) => sessions.find((each) => each.id === id))
  const words = origin === undefined ? t("app.branch") : t("app.branchOf", { title: titleOf(origin) })
  return (
    <span title={words} className="shrink-0 text-quiet">
      <GitBranch aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
