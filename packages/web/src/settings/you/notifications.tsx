// Whether the browser tells of requests and finished turns while the tab is hidden.
import { useState } from "react"
import { useObservable } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { notifications } from "../../manners/choices.ts"
import { askToNotify, canNotify, mayNotify } from "../../manners/notify.ts"
import { Switch } from "../../ui/field.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { Box, Note } from "../parts/section.tsx"

export function Notifications() {
  useObservable(notifications)
  const [isRefused, setRefused] = useState(canNotify() && Notification.permission === "denied")
  const change = (on: boolean) => {
    if (on) attempt(async () => setRefused(!(await askToNotify())))
    else notifications.choose("off")
  }
  return (
    <Box className="flex flex-col gap-2">
      <Switch label={t("settings.notify")} isOn={mayNotify()} disabled={!canNotify()} onChange={change} />
      <p className="text-xs text-quiet">{t("settings.notifyHint")}</p>
      {!canNotify() && <Note>{t("settings.notifyImpossible")}</Note>}
      {isRefused && <Note tone="warn">{t("settings.notifyRefused")}</Note>}
    </Box>
  )
}
