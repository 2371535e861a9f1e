// Calls whose outcome is unknown, to be checked and ticked off.
import { EffectsList } from "../../act/effects/effects-list.tsx"
import type { LiveSession } from "../../data/live-session.ts"
import { useNews } from "../news.ts"

export function EffectsTab({ session }: { readonly session: LiveSession }) {
  const news = useNews(session)
  return (
    <div className="p-3">
      <EffectsList session={session.id} stamp={`${news}`} />
    </div>
  )
}
