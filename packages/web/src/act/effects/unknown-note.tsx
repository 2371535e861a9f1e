// In the card of a call whose outcome is unknown: what that means, and the way to tick it off.
import type { ToolCard } from "@pawl/client"
import { CircleHelp } from "lucide-react"
import type { LiveSession } from "../../data/live-session.ts"
import { t } from "../../i18n/words.ts"
import { useEffects } from "./effect-book.ts"
import { FoundWords } from "./found-words.tsx"
import { SettleForm } from "./settle-form.tsx"

export function UnknownNote({ card, session }: { readonly card: ToolCard; readonly session: LiveSession }) {
  const { effects } = useEffects(session.id, card.call)
  const effect = effects.find(({ call }) => call === card.call)
  return (
    <div className="mx-2 mb-2 flex flex-col gap-2 rounded-lg bg-warn-soft p-3">
      <p className="flex items-start gap-2 text-sm">
        <CircleHelp aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {t("act.unknownHint")}
      </p>
      {effect?.found !== undefined && <FoundWords found={effect.found} />}
      {effect !== undefined && effect.found === undefined && <SettleForm session={session.id} call={card.call} />}
    </div>
  )
}
