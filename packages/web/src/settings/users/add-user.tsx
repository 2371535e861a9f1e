// Adds a user, with a first token.
import { useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Switch, TextField } from "../../ui/field.tsx"
import type { Role } from "../pages.ts"
import { FormDialog } from "../parts/form-dialog.tsx"
import { Note } from "../parts/section.tsx"
import { GroupsField, RoleField } from "./rights-fields.tsx"

interface AddUserProps {
  /** The first user is an admin, and from then on everyone needs a token. */
  readonly isFirst: boolean
  readonly onAdded: (user: string, token: string) => void
  readonly onClose: () => void
}

export function AddUser({ isFirst, onAdded, onClose }: AddUserProps) {
  const [name, setName] = useState("")
  const [role, setRole] = useState<Role>(isFirst ? "admin" : "user")
  const [groups, setGroups] = useState<readonly string[]>([])
  const [adopts, setAdopts] = useState(false)
  const add = async () => {
    const body = { name: name.trim(), role, groups, ...(adopts && { adopts }) }
    const { user, token } = await client.call("users.add", { body })
    // Until now this browser needed no login, and from now on it does.
    if (isFirst) await client.call("login.token", { body: { token: token.token } })
    onAdded(user.name, token.token)
  }
  return (
    <FormDialog
      title={t("settings.addUser")}
      action={t("settings.addUser")}
      isReady={name.trim() !== ""}
      onSave={add}
      onClose={onClose}
    >
      {isFirst && <Note tone="warn">{t("settings.firstUser")}</Note>}
      <TextField
        label={t("settings.name")}
        autoComplete="off"
        dir="auto"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <RoleField value={role} onChange={setRole} disabled={isFirst} />
      <GroupsField value={groups} onChange={setGroups} />
      <Switch label={t("settings.adopts")} isOn={adopts} onChange={setAdopts} />
    </FormDialog>
  )
}
