// What a person was writing in a session that is gone: it can be taken along.
import { useLocation } from "wouter"
import { PATHS } from "../app/paths.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { addToDraft, clearDraft, draftOf, NEW_SESSION } from "./composer/draft.ts"

export function KeptWords({ session }: { readonly session: string }) {
  const [, go] = useLocation()
  const { text } = useObservable(draftOf(session))
  if (text.trim() === "") return null
  const use = () => {
    addToDraft(NEW_SESSION, text)
    clearDraft(session)
    go(PATHS.home)
  }
  return (
    <div className="mt-4 flex flex-col gap-2 rounded-xl border border-line bg-surface p-3 text-start text-ink">
      <p className="text-quiet">{t("app.keptWords")}</p>
      <p dir="auto" className="max-h-60 overflow-y-auto break-words whitespace-pre-wrap">
        {text}
      </p>
      <Button className="self-start" onClick={use}>
        {t("app.useKept")}
      </Button>
    </div>
  )
}
