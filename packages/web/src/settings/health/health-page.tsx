// How the server is doing, a copy of its database, and cleaning up.
import { Download, RefreshCw } from "lucide-react"
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { tell, tellError } from "../../ui/toasts.tsx"
import { Box, Note, PageHead, Row, Rows, Section } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { downloadBackup } from "./backup.ts"
import { Cleanup } from "./cleanup.tsx"

export function HealthPage() {
  const loaded = useLoaded(loadHealth, "health")
  return (
    <>
      <PageHead
        title={t("manners.page_health")}
        hint={t("settings.healthHint")}
        actions={
          <Button icon={RefreshCw} disabled={loaded.isLoading} onClick={loaded.reload}>
            {t("settings.refresh")}
          </Button>
        }
      />
      <Shown of={loaded}>{(health) => <Checks {...health} />}</Shown>
      <Section title={t("settings.backup")} hint={t("settings.backupHint")}>
        <Backup />
      </Section>
      <Section title={t("settings.cleanup")} hint={t("settings.cleanupHint")}>
        <Cleanup />
      </Section>
    </>
  )
}

type Health = Awaited<ReturnType<typeof loadHealth>>

async function loadHealth() {
  const [problem, status] = await Promise.all([
    client.call("server.ready", {}).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    ),
    client.call("server.status", {}),
  ])
  return { problem, status }
}

function Checks({ problem, status: { available, issues, activeSessions, notice } }: Health) {
  return (
    <div aria-live="polite" className="flex flex-col gap-3">
      <Rows label={t("manners.page_health")}>
        <Check name={t("settings.check_ready")} isOk={problem === undefined}>
          {problem ?? t("settings.check_readyOk")}
        </Check>
        <Check name={t("settings.check_models")} isOk={available}>
          {available ? t("settings.check_modelsOk") : t("settings.check_modelsBad")}
        </Check>
        <Check name={t("settings.check_workspaces")} isOk={issues.length === 0}>
          {issues.length === 0 ? t("settings.check_workspacesOk") : t("settings.check_issues", { n: issues.length })}
        </Check>
        <Row controls={<span className="font-semibold tabular-nums">{activeSessions}</span>}>
          <p className="text-sm font-medium">{t("settings.activeSessions")}</p>
        </Row>
      </Rows>
      {issues.map(({ workspace, problem: what }) => (
        <Note key={`${workspace} ${what}`} tone="bad">
          <strong>
            <bdi>{workspace}</bdi>:
          </strong>{" "}
          {what}
        </Note>
      ))}
      {notice !== "" && <Note>{t("settings.noticeNow", { notice })}</Note>}
    </div>
  )
}

interface CheckProps {
  readonly name: string
  readonly isOk: boolean
  readonly children: React.ReactNode
}

function Check({ name, isOk, children }: CheckProps) {
  return (
    <Row controls={<Badge tone={isOk ? "ok" : "bad"}>{isOk ? t("settings.fine") : t("settings.problem")}</Badge>}>
      <p className="text-sm font-medium">{name}</p>
      <p className="text-sm text-quiet">{children}</p>
    </Row>
  )
}

function Backup() {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { sessions, facts } = await downloadBackup()
      tell(t("settings.backupDone", { sessions, facts }))
    } catch (error) {
      tellError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Box>
      <Button icon={Download} disabled={isBusy} onClick={() => void save()}>
        {isBusy ? t("settings.backupBusy") : t("settings.backupNow")}
      </Button>
    </Box>
  )
}
