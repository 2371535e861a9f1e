// Replaces a token of the person. The browser does not keep tokens, so the person has to know the old one.
import { connect } from "@pawl/client"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { tellOtherTabs } from "../../manners/tabs.ts"
import { TextField } from "../../ui/field.tsx"
import { FormDialog } from "../parts/form-dialog.tsx"
import { Note } from "../parts/section.tsx"

interface ReplaceTokenProps {
  readonly onDone: (token: string) => void
  readonly onClose: () => void
}

export function ReplaceToken({ onDone, onClose }: ReplaceTokenProps) {
  const [old, setOld] = useState("")
  const replace = async () => {
    // Without the cookie: the server would take the person for the one who logged in, who came without a token.
    const bare: typeof fetch = (input, init) => fetch(input, { ...init, credentials: "omit" })
    const { token } = await connect({ url: location.origin, token: old.trim(), fetch: bare }).call(
      "own.rotate-token",
      {},
    )
    onDone(token)
    // A login ends with the token that it began with.
    await client.call("login.token", { body: { token } })
    tellOtherTabs()
  }
  return (
    <FormDialog
      title={t("settings.replaceToken")}
      action={t("settings.replace")}
      isReady={old.trim() !== ""}
      onSave={replace}
      onClose={onClose}
    >
      <Note tone="warn">{t("settings.replaceTokenHint")}</Note>
      <TextField
        label={t("settings.oldToken")}
        type="password"
        autoComplete="off"
        value={old}
        onChange={(event) => setOld(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
