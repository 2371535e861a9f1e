// Users of the server: who there is, and ways to add and manage them.
import type { Operations } from "@pawl/client"
import { UserPlus } from "lucide-react"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { day } from "../../i18n/times.ts"
import { t } from "../../i18n/words.ts"
import { tellOtherTabs } from "../../manners/tabs.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Empty } from "../../ui/empty.tsx"
import { PageHead, Row, Rows } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { TokenOnce } from "../parts/token-once.tsx"
import { AddUser } from "./add-user.tsx"
import { UserDialog } from "./user-dialog.tsx"

export type User = Operations["users.list"]["answer"]["users"][number]

export function UsersPage() {
  const loaded = useLoaded(async () => (await client.call("users.list", {})).users, "users")
  const [open, setOpen] = useState<string>()
  const [isAdding, setAdding] = useState(false)
  const [made, setMade] = useState<{ readonly user: string; readonly token: string; readonly isFirst: boolean }>()
  const isFirst = loaded.value?.length === 0
  const shown = () => {
    setMade(undefined)
    if (made?.isFirst !== true) return
    tellOtherTabs()
    location.reload()
  }
  return (
    <>
      <PageHead
        title={t("manners.page_users")}
        hint={t("settings.usersHint")}
        actions={
          <Button kind="primary" icon={UserPlus} onClick={() => setAdding(true)}>
            {t("settings.addUser")}
          </Button>
        }
      />
      <Shown of={loaded}>
        {(users) =>
          users.length === 0 ? (
            <Empty title={t("settings.noUsers")}>{t("settings.noUsersHint")}</Empty>
          ) : (
            <Rows label={t("manners.page_users")}>
              {users.map((user) => (
                <UserRow key={user.name} user={user} onOpen={() => setOpen(user.name)} />
              ))}
            </Rows>
          )
        }
      </Shown>
      {isAdding && (
        <AddUser
          isFirst={isFirst}
          onAdded={(user, token) => {
            setMade({ user, token, isFirst })
            if (!isFirst) loaded.reload()
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {made !== undefined && (
        <TokenOnce {...made} onClose={shown}>
          {made.isFirst && <p className="text-sm">{t("settings.firstUserNext")}</p>}
        </TokenOnce>
      )}
      {open !== undefined && <UserDialog name={open} onChanged={loaded.reload} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function UserRow({ user, onOpen }: { readonly user: User; readonly onOpen: () => void }) {
  const { name, role, groups, createdAt, disabled, fromLogin } = user
  return (
    <Row
      controls={
        <Button size="small" onClick={onOpen} aria-label={`${t("settings.manage")}: ${name}`}>
          {t("settings.manage")}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
        <bdi className="break-all">{name}</bdi>
        <Badge tone={role === "admin" ? "accent" : "quiet"}>{t(`settings.role_${role}`)}</Badge>
        {disabled && <Badge tone="bad">{t("settings.locked")}</Badge>}
        {fromLogin && <Badge tone="info">{t("settings.fromLogin")}</Badge>}
      </p>
      <p className="text-xs text-quiet">
        {[
          groups.length === 0 ? t("settings.noGroups") : t("settings.inGroups", { groups: groups.join(", ") }),
          t("settings.madeOn", { day: day(createdAt) }),
        ].join(" · ")}
      </p>
    </Row>
  )
}
