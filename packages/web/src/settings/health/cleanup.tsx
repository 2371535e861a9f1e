// Cleans up old sessions: first what would happen, then, if the person wants it, for real.
import type { Operations } from "@pawl/client"
import { useState } from "react"
import { Link } from "wouter"
import { PATHS } from "../../app/paths.ts"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { attempt } from "../../ui/toasts.tsx"
import { useConfirm } from "../parts/confirm.tsx"
import { Box, Note } from "../parts/section.tsx"

type CleanedUp = Operations["admin.cleanup"]["answer"]

const KINDS = ["failed", "interrupted", "archived", "deleted"] as const

export function Cleanup() {
  const [report, setReport] = useState<{ readonly of: CleanedUp; readonly dryRun: boolean }>()
  const { ask, question } = useConfirm()
  const run = async (dryRun: boolean) =>
    setReport({ of: await client.call("admin.cleanup", { body: { dryRun } }), dryRun })
  const really = () =>
    ask({
      title: t("settings.cleanupAsk"),
      children: (
        <>
          <p>{t("settings.cleanupAskHint", { n: report?.of.deleted.length ?? 0 })}</p>
          {report !== undefined && <Counts report={report.of} />}
        </>
      ),
      action: t("settings.cleanupNow"),
      onConfirm: () => run(false),
    })
  const hasWork = report?.dryRun === true && KINDS.some((kind) => report.of[kind].length > 0)
  return (
    <Box className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => attempt(() => run(true))}>{t("settings.cleanupTry")}</Button>
        {hasWork && (
          <Button kind="danger" onClick={really}>
            {t("settings.cleanupNow")}
          </Button>
        )}
      </div>
      {report !== undefined && (
        <div role="status" className="flex flex-col gap-2">
          <Note tone={report.dryRun ? "info" : "ok"}>
            {report.dryRun
              ? hasWork
                ? t("settings.cleanupWould")
                : t("settings.cleanupNothing")
              : t("settings.cleanupDid")}
          </Note>
          <Counts report={report.of} />
        </div>
      )}
      {question}
    </Box>
  )
}

const MOST_LINKS = 20

function Counts({ report }: { readonly report: CleanedUp }) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {KINDS.filter((kind) => report[kind].length > 0).map((kind) => (
        <li key={kind}>
          <details>
            <summary className="min-h-6 cursor-pointer">
              {t(`settings.cleanup_${kind}`, { n: report[kind].length })}
            </summary>
            <ul className="flex flex-col gap-0.5 ps-4 font-mono text-xs">
              {report[kind].slice(0, MOST_LINKS).map((id) => (
                <li key={id} className="break-all">
                  <Link href={PATHS.session(id)} className="text-accent underline">
                    {id}
                  </Link>
                </li>
              ))}
              {report[kind].length > MOST_LINKS && <li>…</li>}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  )
}
