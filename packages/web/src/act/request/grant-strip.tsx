// What a wider grant covers, to be read before it is given.
import { useEffect, useRef } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { visible } from "../call/visible.ts"
import { type Covered, grantLines } from "./grant-words.ts"
import { SettleButton } from "./settle-button.tsx"

interface GrantProps {
  readonly scope: "session" | "always"
  readonly covered: Covered | undefined
  readonly isBusy: boolean
  readonly onGive: () => void
  readonly onBack: () => void
}

export function GrantStrip({ scope, covered, isBusy, onGive, onBack }: GrantProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  if (covered === undefined) return null
  return (
    <div ref={ref} tabIndex={-1} className="flex flex-col gap-2 rounded-lg bg-warn-soft p-3 outline-offset-4">
      <p className="text-sm font-medium">{t(scope === "session" ? "act.grantSessionHead" : "act.grantAlwaysHead")}</p>
      <ul className="list-disc ps-5 text-sm">
        {grantLines(covered).map((line) => (
          <li key={line} dir="auto" className="break-words">
            {visible(line)}
          </li>
        ))}
      </ul>
      {scope === "always" && <p className="text-xs text-quiet">{t("act.grantRevoke")}</p>}
      <div className="flex flex-wrap gap-2">
        <SettleButton kind="primary" disabled={isBusy} onClick={onGive}>
          {t(scope === "session" ? "act.allowSession" : "act.allowAlways")}
        </SettleButton>
        <Button disabled={isBusy} onClick={onBack}>
          {t("act.back")}
        </Button>
      </div>
    </div>
  )
}
