// Denies a call, with a reason that the model reads.
import { type FormEvent, useEffect, useRef, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { SettleButton } from "./settle-button.tsx"

interface DenyProps {
  readonly isBusy: boolean
  readonly onDeny: (reason: string) => void
  readonly onBack: () => void
}

export function DenyStrip({ isBusy, onDeny, onBack }: DenyProps) {
  const [reason, setReason] = useState("")
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => ref.current?.querySelector("input")?.focus(), [])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    onDeny(reason.trim())
  }
  return (
    <form ref={ref} onSubmit={onSubmit} className="flex flex-col gap-2">
      <TextField
        label={`${t("act.denyReason")} (${t("act.optional")})`}
        hint={t("act.denyHint")}
        maxLength={2000}
        dir="auto"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <SettleButton kind="danger" type="submit" disabled={isBusy}>
          {t("act.denyNow")}
        </SettleButton>
        <Button disabled={isBusy} onClick={onBack}>
          {t("act.back")}
        </Button>
      </div>
    </form>
  )
}
