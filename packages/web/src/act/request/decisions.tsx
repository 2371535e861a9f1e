// The buttons of an approval: once, for the session, always, edit, deny. Wider ones show first what they cover.
import { Check } from "lucide-react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import type { Grants } from "./grant-words.ts"
import { SettleButton } from "./settle-button.tsx"
import { useMayDecide } from "./use-may-decide.ts"

export type Mode = "choose" | "session" | "always" | "edit" | "deny"

interface DecisionsProps {
  /** Undefined while they are loaded. */
  readonly grants: Grants | undefined
  readonly isBusy: boolean
  readonly onAllow: () => void
  readonly onMode: (mode: Mode) => void
}

export function Decisions({ grants, isBusy, onAllow, onMode }: DecisionsProps) {
  const mayDecide = useMayDecide()
  if (!mayDecide) return <p className="text-sm text-quiet">{t("act.viewerHint")}</p>
  const isEachTime = grants !== undefined && grants.session === undefined && grants.always === undefined
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2">
        <SettleButton kind="primary" className="max-sm:col-span-2" icon={Check} disabled={isBusy} onClick={onAllow}>
          {t("act.allowOnce")}
        </SettleButton>
        {grants?.session !== undefined && (
          <Button disabled={isBusy} onClick={() => onMode("session")}>
            {t("act.allowSession")}
          </Button>
        )}
        {grants?.always !== undefined && (
          <Button disabled={isBusy} onClick={() => onMode("always")}>
            {t("act.allowAlways")}
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => onMode("edit")}>
          {t("act.edit")}
        </Button>
        <Button kind="danger" disabled={isBusy} onClick={() => onMode("deny")}>
          {t("act.deny")}
        </Button>
      </div>
      {isEachTime && <p className="text-xs text-quiet">{t("act.askedEachTime")}</p>}
    </div>
  )
}
