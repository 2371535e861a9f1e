// What the person granted for all sessions, and a way to take each back.
import type { Operations } from "@pawl/client"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Empty } from "../../ui/empty.tsx"
import { tell } from "../../ui/toasts.tsx"
import { useConfirm } from "../parts/confirm.tsx"
import { PageHead, Row, Rows } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { grantOf } from "./grant.ts"

type StoredGrant = Operations["own.grants"]["answer"]["grants"][number]

export function GrantsPage() {
  const loaded = useLoaded(() => client.grants(), "grants")
  const { ask, question } = useConfirm()
  const revoke = ({ id, grant }: StoredGrant) =>
    ask({
      title: t("settings.revokeGrant"),
      children: <p>{t("settings.revokeGrantHint", { tool: grantOf(grant).tool })}</p>,
      action: t("settings.revoke"),
      onConfirm: async () => {
        await client.revokeGrant(id)
        tell(t("settings.revoked"))
        loaded.reload()
      },
    })
  return (
    <>
      <PageHead title={t("manners.page_grants")} hint={t("settings.grantsHint")} />
      <Shown of={loaded}>
        {(grants) =>
          grants.length === 0 ? (
            <Empty title={t("settings.noGrants")}>{t("settings.noGrantsHint")}</Empty>
          ) : (
            <Rows label={t("manners.page_grants")}>
              {grants.map((each) => (
                <GrantRow key={each.id} grant={each} onRevoke={() => revoke(each)} />
              ))}
            </Rows>
          )
        }
      </Shown>
      {question}
    </>
  )
}

function GrantRow({ grant: { id, grant }, onRevoke }: { readonly grant: StoredGrant; readonly onRevoke: () => void }) {
  const { tool, conditions, workspace } = grantOf(grant)
  return (
    <Row
      controls={
        <Button kind="danger" size="small" onClick={onRevoke} aria-label={`${t("settings.revoke")}: ${tool} ${id}`}>
          {t("settings.revoke")}
        </Button>
      }
    >
      <p className="font-mono text-sm font-medium break-all">{tool}</p>
      {conditions.length === 0 ? (
        <p className="text-xs text-warn">{t("settings.grantAll")}</p>
      ) : (
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 text-xs">
          {conditions.map(([name, pattern]) => (
            <div key={name} className="contents">
              <dt className="text-quiet">{name}</dt>
              <dd className="font-mono break-all">{pattern}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-1 text-xs break-all text-quiet">
        {workspace === undefined ? t("settings.grantAnywhere") : t("settings.grantIn", { workspace })}
      </p>
    </Row>
  )
}
