// Makes one more token for a user, with what it is for and how long it is valid.

import { useState } from "react"
import { client } from "../../data/client.ts"
import { serverNow } from "../../data/clock.ts"
import { t } from "../../i18n/words.ts"
import { SelectField, TextField } from "../../ui/field.tsx"
import { FormDialog } from "../parts/form-dialog.tsx"

const DAY_MS = 24 * 60 * 60 * 1000
const LIVES = [7, 30, 90, 365] as const
const USUAL_DAYS = "90"

interface MakeTokenProps {
  readonly user: string
  readonly onMade: (token: string) => void
  readonly onClose: () => void
}

export function MakeToken({ user, onMade, onClose }: MakeTokenProps) {
  const [name, setName] = useState("")
  const [days, setDays] = useState(USUAL_DAYS)
  const make = async () => {
    const expires = days === "" ? {} : { expiresAt: serverNow() + Number(days) * DAY_MS }
    const body = { ...(name.trim() !== "" && { name: name.trim() }), ...expires }
    onMade((await client.call("users.make-token", { params: { user }, body })).token)
  }
  return (
    <FormDialog title={t("settings.makeToken")} action={t("settings.makeToken")} onSave={make} onClose={onClose}>
      <TextField
        label={t("settings.tokenName")}
        hint={t("settings.tokenNameHint")}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <SelectField label={t("settings.validFor")} value={days} onChange={(event) => setDays(event.currentTarget.value)}>
        {LIVES.map((each) => (
          <option key={each} value={each}>
            {t("settings.days", { n: each })}
          </option>
        ))}
        <option value="">{t("settings.noEnd")}</option>
      </SelectField>
    </FormDialog>
  )
}
