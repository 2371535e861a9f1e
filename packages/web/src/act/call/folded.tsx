// A long text that shows its beginning until the person wants all of it. In a request it shows all, and scrolls.
import { type ReactNode, useMemo, useState } from "react"
import { sizeWords } from "../../i18n/size-words.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { useHidden, useIsInRequest } from "../request/hidden-lines.ts"
import { cutText, withoutBlankRuns } from "./long-text.ts"
import { visible } from "./visible.ts"

const LINES = 14

interface FoldedProps {
  readonly text: string
  /** How many lines are shown at first. */
  readonly lines?: number
  /** Code is read from left to right, whatever it begins with. */
  readonly dir?: "auto" | "ltr"
}

/** Plain text in a fixed-width font. */
export function Folded(props: FoldedProps) {
  return useIsInRequest() ? <Whole {...props} /> : <Fold {...props} />
}

/** What a person decides about. No blank room pushes a part of it out of sight. */
function Whole({ text, dir = "auto" }: FoldedProps) {
  const { shown, hiddenLines, hiddenChars } = useMemo(() => cutText(withoutBlankRuns(text)), [text])
  useHidden(hiddenLines)
  return (
    <div className="min-w-0">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key. */}
      <section aria-label={t("act.askedText")} tabIndex={0} className="max-h-96 overflow-y-auto rounded-lg">
        <Pre dir={dir}>{visible(shown)}</Pre>
      </section>
      <CutNote chars={hiddenChars} />
    </div>
  )
}

function Fold({ text, lines = LINES, dir = "auto" }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  const all = text.split("\n")
  const isManyLines = all.length > lines + 4
  const isLong = isManyLines || text.length > lines * 200
  const cut = useMemo(() => cutText(text), [text])
  const isWhole = isOpen || !isLong
  const shown = isWhole
    ? cut.shown
    : all
        .slice(0, lines)
        .join("\n")
        .slice(0, lines * 200)
  return (
    <div className="min-w-0">
      <Pre dir={dir}>{visible(shown)}</Pre>
      {isWhole && <CutNote chars={cut.hiddenChars} />}
      {isLong && (
        <Button kind="ghost" size="small" className="mt-1" onClick={() => setOpen(!isOpen)}>
          {isOpen
            ? t("act.showLess")
            : isManyLines
              ? t("act.showAll", { n: all.length })
              : t("act.showAllSize", { size: sizeWords(text.length) })}
        </Button>
      )}
    </div>
  )
}

function CutNote({ chars }: { readonly chars: number }) {
  if (chars === 0) return null
  return <p className="mt-1 text-xs text-warn">{t("act.hiddenChars", { n: chars })}</p>
}

function Pre({ dir, children }: { readonly dir: "auto" | "ltr"; readonly children: ReactNode }) {
  return (
    <pre
      dir={dir}
      className="rounded-lg bg-raised px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap"
    >
      {children}
    </pre>
  )
}
