// Everything about one user: role, groups, limits, tokens, locking out and removing.
import type { Operations } from "@pawl/client"
import { MessagesSquare } from "lucide-react"
import { useState } from "react"
import { foldSidebar, openDrawer } from "../../app/shell.ts"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { chooseWhose } from "../../data/whose.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Switch } from "../../ui/field.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { useConfirm } from "../parts/confirm.tsx"
import { Note } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { limitsForm, limitsOf, wrongLimit } from "./limits.ts"
import { LimitsFields } from "./limits-fields.tsx"
import { GroupsField, RoleField } from "./rights-fields.tsx"
import { UserTokens } from "./user-tokens.tsx"

type Detail = Operations["users.get"]["answer"]

interface UserDialogProps {
  readonly name: string
  readonly onChanged: () => void
  readonly onClose: () => void
}

export function UserDialog({ name, onChanged, onClose }: UserDialogProps) {
  const loaded = useLoaded(() => client.call("users.get", { params: { user: name } }), name)
  const { ask, question } = useConfirm()
  const changed = () => {
    loaded.reload()
    onChanged()
  }
  const look = () => {
    chooseWhose(name)
    onClose()
    foldSidebar(false)
    openDrawer(isSmall())
  }
  const remove = () =>
    ask({
      title: t("settings.removeUser", { name }),
      children: <p>{t("settings.removeUserHint")}</p>,
      action: t("settings.remove"),
      onConfirm: async () => {
        await client.call("users.remove", { params: { user: name } })
        tell(t("settings.removed", { name }))
        onChanged()
        onClose()
      },
    })
  return (
    <Dialog
      title={name}
      isWide
      onClose={onClose}
      actions={
        <>
          <Button icon={MessagesSquare} onClick={look}>
            {t("settings.sessionsOf")}
          </Button>
          <Button kind="danger" onClick={remove}>
            {t("settings.removeUserShort")}
          </Button>
        </>
      }
    >
      <Shown of={loaded}>
        {(user) => (
          <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
            <RightsForm key={JSON.stringify([user.role, user.groups, user.limits])} user={user} onChanged={changed} />
            <div className="flex flex-col gap-6">
              <UserTokens user={user} ask={ask} onChanged={changed} />
              <LockOut user={user} ask={ask} onChanged={changed} />
            </div>
          </div>
        )}
      </Shown>
      {question}
    </Dialog>
  )
}

/** There the sessions come as a drawer. */
function isSmall(): boolean {
  return window.matchMedia("(max-width: 767px)").matches
}

function RightsForm({ user, onChanged }: { readonly user: Detail; readonly onChanged: () => void }) {
  const [role, setRole] = useState(user.role)
  const [groups, setGroups] = useState(user.groups)
  const [hasOwn, setOwn] = useState(user.limits !== undefined)
  const [limits, setLimits] = useState(() => limitsForm(user.limits))
  const save = async () => {
    const body = { role, groups, limits: hasOwn ? limitsOf(limits) : null }
    await client.call("users.change", { params: { user: user.name }, body })
    tell(t("settings.saved", { name: user.name }))
    onChanged()
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        attempt(save)
      }}
    >
      {user.fromLogin && <Note>{t("settings.fromLoginHint")}</Note>}
      <RoleField value={role} onChange={setRole} />
      <GroupsField value={groups} onChange={setGroups} />
      <Switch label={t("settings.ownLimits")} isOn={hasOwn} onChange={setOwn} />
      {hasOwn && <LimitsFields form={limits} onChange={setLimits} hint={t("settings.ownLimitsHint")} />}
      <Button kind="primary" type="submit" className="self-start" disabled={hasOwn && wrongLimit(limits) !== undefined}>
        {t("settings.saveRights")}
      </Button>
    </form>
  )
}

interface LockOutProps {
  readonly user: Detail
  readonly ask: ReturnType<typeof useConfirm>["ask"]
  readonly onChanged: () => void
}

function LockOut({ user: { name, disabled }, ask, onChanged }: LockOutProps) {
  const change = async () => {
    await client.call("users.change", { params: { user: name }, body: { disabled: !disabled } })
    onChanged()
  }
  const lock = () =>
    ask({
      title: t("settings.lockUser", { name }),
      children: <p>{t("settings.lockUserHint")}</p>,
      action: t("settings.lock"),
      onConfirm: change,
    })
  return (
    <section aria-label={t("settings.entry")} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t("settings.entry")}</h3>
      <p className="text-sm text-quiet">{disabled ? t("settings.isLocked") : t("settings.isOpen")}</p>
      {disabled ? (
        <Button className="self-start" onClick={() => attempt(change)}>
          {t("settings.unlock")}
        </Button>
      ) : (
        <Button kind="danger" className="self-start" onClick={lock}>
          {t("settings.lock")}
        </Button>
      )}
    </section>
  )
}
