// Opens the exact request and answer of an attempt.
import { ArrowRightLeft } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { createPortal } from "react-dom"
import { t } from "../../i18n/words.ts"
import { Button, IconButton } from "../../ui/button.tsx"

const ExchangeDialog = lazy(() => import("./exchange-dialog.tsx"))

interface ExchangeButtonProps {
  readonly session: string
  readonly attempt: string
  /** An icon only, where there is little room. */
  readonly isSmall?: boolean
}

export function ExchangeButton({ session, attempt, isSmall = false }: ExchangeButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {isSmall ? (
        <IconButton icon={ArrowRightLeft} label={`${t("see.exchange")} ${attempt}`} size="small" onClick={open} />
      ) : (
        <Button size="small" icon={ArrowRightLeft} className="self-start" onClick={open}>
          {t("see.exchange")}
        </Button>
      )}
      {/* Not inside of what may be a cell of a table: it would look like one. */}
      {isOpen &&
        createPortal(
          <Suspense>
            <ExchangeDialog session={session} attempt={attempt} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}
