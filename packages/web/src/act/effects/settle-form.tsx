// Ticks off a call whose outcome is unknown: it happened, or it did not, with a note and word to the model.
import { Check, X } from "lucide-react"
import { useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Switch, TextField } from "../../ui/field.tsx"
import { tell, tellError } from "../../ui/toasts.tsx"
import { useMayDecide } from "../request/use-may-decide.ts"
import { settleEffect } from "./effect-book.ts"

export function SettleForm({ session, call }: { readonly session: string; readonly call: string }) {
  const [note, setNote] = useState("")
  const [isTold, setTold] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const mayDecide = useMayDecide()
  if (!mayDecide) return <p className="text-xs text-quiet">{t("act.viewerHint")}</p>
  const settle = (happened: boolean) => {
    setBusy(true)
    const words = note.trim()
    settleEffect(session, call, { happened, tell: isTold, ...(words !== "" && { note: words }) })
      .then(() => tell(t("act.effectSettled")), tellError)
      .finally(() => setBusy(false))
  }
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={`${t("act.effectNote")} (${t("act.optional")})`}
        maxLength={2000}
        dir="auto"
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Switch label={`${t("act.effectTell")}. ${t("act.effectTellHint")}`} isOn={isTold} onChange={setTold} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={Check} disabled={isBusy} onClick={() => settle(true)}>
          {t("act.effectHappened")}
        </Button>
        <Button size="small" icon={X} disabled={isBusy} onClick={() => settle(false)}>
          {t("act.effectDidNot")}
        </Button>
      </div>
    </div>
  )
}
