// Groups of users: what the members of each may use.
import type { Operations } from "@pawl/client"
import { Plus } from "lucide-react"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Empty } from "../../ui/empty.tsx"
import { tell } from "../../ui/toasts.tsx"
import { useConfirm } from "../parts/confirm.tsx"
import { PageHead, Row, Rows } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { LIMIT_NAMES, limitsForm } from "../users/limits.ts"
import { GroupForm, RIGHTS } from "./group-form.tsx"

export type Group = Operations["groups.list"]["answer"]["groups"][number]

export function GroupsPage() {
  const loaded = useLoaded(async () => (await client.call("groups.list", {})).groups, "groups")
  const [open, setOpen] = useState<Group | "new">()
  const { ask, question } = useConfirm()
  const remove = ({ name }: Group) =>
    ask({
      title: t("settings.removeGroup", { name }),
      children: <p>{t("settings.removeGroupHint")}</p>,
      action: t("settings.remove"),
      onConfirm: async () => {
        await client.call("groups.remove", { params: { group: name } })
        tell(t("settings.removed", { name }))
        loaded.reload()
      },
    })
  return (
    <>
      <PageHead
        title={t("manners.page_groups")}
        hint={t("settings.groupsHint")}
        actions={
          <Button kind="primary" icon={Plus} onClick={() => setOpen("new")}>
            {t("settings.addGroup")}
          </Button>
        }
      />
      <Shown of={loaded}>
        {(groups) =>
          groups.length === 0 ? (
            <Empty title={t("settings.noGroupsTitle")}>{t("settings.noGroupsHint")}</Empty>
          ) : (
            <Rows label={t("manners.page_groups")}>
              {groups.map((group) => (
                <GroupRow key={group.name} group={group} onOpen={() => setOpen(group)} onRemove={() => remove(group)} />
              ))}
            </Rows>
          )
        }
      </Shown>
      {open !== undefined && <GroupForm group={open} onSaved={loaded.reload} onClose={() => setOpen(undefined)} />}
      {question}
    </>
  )
}

interface GroupRowProps {
  readonly group: Group
  readonly onOpen: () => void
  readonly onRemove: () => void
}

function GroupRow({ group, onOpen, onRemove }: GroupRowProps) {
  const form = limitsForm(group.limits)
  const limits = LIMIT_NAMES.filter((name) => form[name] !== "").map(
    (name) => `${form[name]} ${t(`settings.limit_${name}`)}`,
  )
  return (
    <Row
      controls={
        <>
          <Button size="small" onClick={onOpen} aria-label={`${t("settings.edit")}: ${group.name}`}>
            {t("settings.edit")}
          </Button>
          <Button size="small" kind="danger" onClick={onRemove} aria-label={`${t("settings.remove")}: ${group.name}`}>
            {t("settings.remove")}
          </Button>
        </>
      }
    >
      <p className="text-sm font-medium">
        <bdi>{group.name}</bdi>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        {RIGHTS.map((right) => (
          <div key={right} className="contents">
            <dt className="text-quiet">{t(`settings.right_${right}`)}</dt>
            <dd className="break-all">{namesText(group[right])}</dd>
          </div>
        ))}
        {limits.length > 0 && (
          <div className="contents">
            <dt className="text-quiet">{t("settings.limits")}</dt>
            <dd>{limits.join(", ")}</dd>
          </div>
        )}
      </dl>
    </Row>
  )
}

function namesText(names: readonly string[] | undefined): string {
  if (names === undefined) return t("settings.everything")
  return names.length === 0 ? t("settings.nothing") : names.join(", ")
}
