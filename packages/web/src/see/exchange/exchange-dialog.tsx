// The exact request and answer of one attempt: sections, messages and tools as sent, the answer, what it used and how long it took.
import { Copy } from "lucide-react"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { tell, attempt as tried } from "../../ui/toasts.tsx"
import { copy } from "../copy.ts"
import { Section } from "../section.tsx"
import { AnswerView } from "./answer-view.tsx"
import { type Exchange, loadExchange } from "./exchange.ts"
import { RequestView } from "./request-view.tsx"

interface ExchangeDialogProps {
  readonly session: string
  readonly attempt: string
  readonly onClose: () => void
}

export default function ExchangeDialog({ session, attempt, onClose }: ExchangeDialogProps) {
  const { value, error, reload } = useLoaded(() => loadExchange(session, attempt), `${session} ${attempt}`)
  const copyAll = () => tried(async () => tell(await copy(JSON.stringify(value, null, 2))))
  return (
    <Dialog
      title={t("see.exchangeOf", { attempt })}
      onClose={onClose}
      isWide
      actions={
        value !== undefined && (
          <Button icon={Copy} onClick={copyAll}>
            {t("see.copyAll")}
          </Button>
        )
      }
    >
      {error !== undefined && <Failed error={error} onRetry={reload} />}
      {value === undefined && error === undefined && <Spinner label={t("app.loading")} />}
      {value !== undefined && <Whole exchange={value} />}
    </Dialog>
  )
}

function Whole({ exchange }: { readonly exchange: Exchange }) {
  return (
    <div className="grid gap-x-6 lg:grid-cols-2">
      <div className="min-w-0">
        <Section title={t("see.request")}>
          <RequestView exchange={exchange} />
        </Section>
      </div>
      <div className="min-w-0">
        <Section title={t("see.answer")}>
          <AnswerView exchange={exchange} />
        </Section>
      </div>
    </div>
  )
}
