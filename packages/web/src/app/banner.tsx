// What everyone should know right now: the connection is lost, or the operator has something to say.
import { Megaphone, WifiOff } from "lucide-react"
import { client, connection } from "../data/client.ts"
import { useLoaded } from "../data/use-loaded.ts"
import { useObservable } from "../data/use-observable.ts"
import { t } from "../i18n/words.ts"

export function Banner() {
  const state = useObservable(connection)
  const { value: status } = useLoaded(() => client.call("server.status", {}), "status")
  return (
    <div aria-live="polite">
      {state === "lost" && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-3 py-1.5 text-sm text-warn">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {t("app.lost")}
        </p>
      )}
      {status !== undefined && status.notice !== "" && (
        <p dir="auto" className="flex items-center justify-center gap-2 bg-info-soft px-3 py-1.5 text-sm text-info">
          <Megaphone aria-hidden className="size-4 shrink-0" />
          {status.notice}
        </p>
      )}
    </div>
  )
}
