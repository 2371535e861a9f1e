// Plain text or JSON as it is, with a button that copies it. A long text scrolls in its own box.
import { Copy } from "lucide-react"
import { t } from "../i18n/words.ts"
import { IconButton } from "../ui/button.tsx"
import { attempt, tell } from "../ui/toasts.tsx"
import { copy } from "./copy.ts"

/** More than this makes a page slow; all of it can be copied. */
const MOST_CHARS = 60_000

interface CodeBoxProps {
  readonly label: string
  /** Anything that is no text is shown as JSON. */
  readonly value: unknown
}

export function CodeBox({ label, value }: CodeBoxProps) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2)
  const rest = text.length - MOST_CHARS
  return (
    <div className="relative rounded-lg border border-line bg-ground">
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reached by key.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg"
      >
        <pre className="p-2 pe-9 font-mono text-xs leading-5 break-words whitespace-pre-wrap" dir="auto">
          {rest > 0 ? text.slice(0, MOST_CHARS) : text}
        </pre>
        {rest > 0 && <p className="p-2 text-xs text-quiet">{t("see.moreChars", { n: rest })}</p>}
      </section>
      <IconButton
        icon={Copy}
        label={t("see.copyThis", { what: label })}
        size="small"
        className="absolute end-1 top-1 bg-ground"
        onClick={() => attempt(async () => tell(await copy(text)))}
      />
    </div>
  )
}
