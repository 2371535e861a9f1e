// Condenses the history now, with a word about what matters.
import { FoldVertical } from "lucide-react"
import { useState } from "react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { client } from "../../data/client.ts"
import type { LiveSession } from "../../data/live-session.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { tell, tellError } from "../../ui/toasts.tsx"

interface CondenseFormProps {
  readonly session: LiveSession
  readonly hasMessages: boolean
}

export function CondenseForm({ session, hasMessages }: CondenseFormProps) {
  const [focus, setFocus] = useState("")
  const [isBusy, setBusy] = useState(false)
  const mayWrite = useMayDecide()
  if (!mayWrite) return null
  const condense = async () => {
    setBusy(true)
    try {
      const body = focus.trim() === "" ? {} : { focus: focus.trim() }
      await client.call("turns.compact", { params: { session: session.id }, body })
      tell(t("see.condenseAsked"))
      setFocus("")
    } catch (error) {
      tellError(error)
    }
    setBusy(false)
  }
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void condense()
      }}
    >
      <div className="min-w-40 grow">
        <TextField
          label={t("see.focus")}
          placeholder={t("see.focusExample")}
          value={focus}
          onChange={(event) => setFocus(event.currentTarget.value)}
        />
      </div>
      <Button type="submit" icon={FoldVertical} disabled={isBusy || !hasMessages}>
        {t("see.condenseNow")}
      </Button>
    </form>
  )
}
