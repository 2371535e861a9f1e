// Puts back also what stays otherwise; says first what is lost by it.
import { t } from "../../i18n/words.ts"
import { Switch } from "../../ui/field.tsx"
import { canForce } from "./undo-plan.ts"
import type { DryRun } from "./use-dry-run.tsx"

export function ForceSwitch({ run: { report, isForced, setForced, isBusy } }: { readonly run: DryRun }) {
  if (!isForced && !canForce(report?.files ?? [])) return null
  return (
    <div className="flex flex-col gap-1 rounded-lg border border-bad/40 bg-bad-soft p-3">
      <Switch label={t("act.force")} isOn={isForced} disabled={isBusy} onChange={setForced} />
      <p className="text-xs text-bad">{t("act.forceHint")}</p>
    </div>
  )
}
