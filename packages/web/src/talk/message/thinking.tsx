// What the model thought before it answered, folded.
import { ChevronRight } from "lucide-react"
import { t } from "../../i18n/words.ts"

export function Thinking({ text, isLive = false }: { readonly text: string; readonly isLive?: boolean }) {
  return (
    <details className="group/thinking rounded-lg text-sm text-quiet">
      <summary className="inline-flex min-h-7 cursor-pointer list-none items-center gap-1 rounded-md pe-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 transition-transform group-open/thinking:rotate-90 rtl:-scale-x-100"
        />
        {isLive ? t("talk.thinkingNow") : t("talk.thinking")}
      </summary>
      <p dir="auto" className="ms-2 border-s-2 border-line ps-4 leading-relaxed whitespace-pre-wrap">
        {text}
      </p>
    </details>
  )
}
