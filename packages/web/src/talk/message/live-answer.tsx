// The answer that is being written. Only this is drawn again with each piece of it.
import type { LiveSession } from "../../data/live-session.ts"
import { useSelected } from "../../data/use-observable.ts"
import { t } from "../../i18n/words.ts"
import { Markdown } from "../markdown/markdown.tsx"
import { Thinking } from "./thinking.tsx"

export function LiveAnswerView({ session }: { readonly session: LiveSession }) {
  const live = useSelected(session.view, (view) => view.live)
  if (live === undefined || (live.text === "" && live.thinking === "")) return null
  return (
    <article aria-label={t("talk.answer")} aria-busy className="flex min-w-0 flex-col gap-2">
      {live.thinking !== "" && <Thinking text={live.thinking} isLive={live.text === ""} />}
      {live.text !== "" && <Markdown text={live.text} isLive />}
    </article>
  )
}
