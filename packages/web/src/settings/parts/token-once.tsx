// A new token, which the server shows only this once.
import type { ReactNode } from "react"
import { t } from "../../i18n/words.ts"
import { CopyButton } from "../../talk/copy-button.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Note } from "./section.tsx"

interface TokenOnceProps {
  readonly token: string
  readonly user: string
  readonly children?: ReactNode
  readonly onClose: () => void
}

export function TokenOnce({ token, user, children, onClose }: TokenOnceProps) {
  return (
    <Dialog
      title={t("settings.tokenFor", { user })}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t("settings.tokenKept")}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Note tone="warn">{t("settings.tokenOnce")}</Note>
        <div className="flex items-center gap-2">
          <code className="min-w-0 grow rounded-lg bg-raised px-3 py-2 font-mono text-sm break-all select-all">
            {token}
          </code>
          <CopyButton text={token} label={t("settings.copy")} />
        </div>
        {children}
      </div>
    </Dialog>
  )
}
