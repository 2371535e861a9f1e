// Says plainly what the server lacks before a turn can run, and what to type.

import { TriangleAlert } from "lucide-react"
import { serverNow } from "../data/clock.ts"
import { t } from "../i18n/words.ts"
import { Button } from "../ui/button.tsx"
import { forgetServerInfo, useModels, useStatus, useWorkspaces } from "./server-info.ts"

export function SetupNotice({ workspace }: { readonly workspace: string | undefined }) {
  const status = useStatus()
  const workspaces = useWorkspaces()
  const models = useModels(workspace)
  const issues = status.value?.issues ?? []
  const hasNoWorkspace = workspaces.value?.length === 0
  const hasNoModel = models.error !== undefined || (models.value?.length === 0 && status.value?.available === false)
  const silent = (status.value?.modelFailures ?? []).filter(isSilent)
  if (issues.length === 0 && silent.length === 0 && !hasNoWorkspace && !hasNoModel) return null
  const again = () => {
    forgetServerInfo()
    for (const each of [status, workspaces, models]) each.reload()
  }
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-xl border border-warn/50 bg-warn-soft p-4 text-sm">
      <h2 className="flex items-center gap-2 font-semibold text-warn">
        <TriangleAlert aria-hidden className="size-4" />
        {t("talk.notReady")}
      </h2>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {issues.map(({ workspace: where, problem }) => (
          <li key={`${where} ${problem}`}>
            <strong>{where}</strong>: {problem}
          </li>
        ))}
        {silent.map(({ model, message }) => (
          <li key={model}>{message ?? t("talk.modelSilent", { model })}</li>
        ))}
        {hasNoWorkspace && <li>{t("talk.noWorkspace")}</li>}
        {hasNoModel && issues.length === 0 && <li>{t("talk.noModel")}</li>}
      </ul>
      <p>
        {t("talk.typeThis")} <code className="rounded bg-surface px-1.5 py-0.5 font-mono text-xs">pawl doctor</code>{" "}
        <code className="rounded bg-surface px-1.5 py-0.5 font-mono text-xs">pawl help models</code>
      </p>
      <Button size="small" className="self-start" onClick={again}>
        {t("talk.checkAgain")}
      </Button>
    </div>
  )
}

const RECENT_MS = 10 * 60_000

/** It failed a moment ago, and has not answered since. */
function isSilent({ at, answeredSince }: { readonly at: number; readonly answeredSince: boolean }): boolean {
  return !answeredSince && serverNow() - at < RECENT_MS
}
