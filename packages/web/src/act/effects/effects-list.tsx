// All calls of a session whose outcome is unknown: those to check first, then those that were ticked off.
import { t } from "../../i18n/words.ts"
import { Failed } from "../../ui/empty.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { ArgumentsView } from "../call/arguments-view.tsx"
import { sayCall } from "../call/say-call.ts"
import { type Effect, refreshEffects, useEffects } from "./effect-book.ts"
import { FoundWords } from "./found-words.tsx"
import { SettleForm } from "./settle-form.tsx"

interface EffectsListProps {
  readonly session: string
  /** Loaded anew when it changes. */
  readonly stamp?: string
}

export function EffectsList({ session, stamp = "" }: EffectsListProps) {
  const { effects, isLoaded, error } = useEffects(session, stamp)
  if (error !== undefined) return <Failed error={error} onRetry={() => void refreshEffects(session)} />
  if (!isLoaded) return <Spinner label={t("app.loading")} />
  if (effects.length === 0) return <p className="text-sm text-quiet">{t("act.effectsNone")}</p>
  const sorted = effects.toSorted(
    (a, b) => Number(a.found !== undefined) - Number(b.found !== undefined) || b.at - a.at,
  )
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-quiet">{t("act.effectsHint")}</p>
      <ul className="flex flex-col gap-3">
        {sorted.map((effect) => (
          <One key={effect.call} session={session} effect={effect} />
        ))}
      </ul>
    </div>
  )
}

function One({ session, effect }: { readonly session: string; readonly effect: Effect }) {
  const { what, telling } = sayCall(effect.tool, effect.arguments)
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-xl border border-dashed border-warn p-3">
      <p className="text-sm break-words">
        <span className="font-medium">{what}</span> <span className="font-mono text-xs">{telling}</span>
      </p>
      <details>
        <summary className="min-h-6 cursor-pointer text-xs text-quiet">{t("act.details")}</summary>
        <div className="flex flex-col gap-1.5 pt-1">
          <ArgumentsView given={effect.arguments} />
          <p className="text-xs break-all text-quiet">
            {t("act.effectKey")}: <span className="font-mono">{effect.effectKey}</span>
          </p>
        </div>
      </details>
      {effect.found === undefined ? (
        <SettleForm session={session} call={effect.call} />
      ) : (
        <FoundWords found={effect.found} />
      )}
    </li>
  )
}
