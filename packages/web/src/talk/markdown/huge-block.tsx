// A block that is too large to be drawn as Markdown: its beginning, or its end while it is written, and all of it as plain text in a
// box of its own on demand.
import { memo, useState } from "react"
import { sizeWords } from "../../i18n/size-words.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import type { Block } from "./blocks.ts"
import { CodeHead, nameOf } from "./code-block.tsx"
import { beginningOf, endOf, piecesOf } from "./pieces-of.ts"

interface HugeBlockProps {
  readonly block: Block
  /** More comes. */
  readonly isLive: boolean
}

export const HugeBlock = memo(function HugeBlock({ block, isLive }: HugeBlockProps) {
  const [isOpen, setOpen] = useState(false)
  const { code, language = "" } = block
  const text = code ?? block.source
  const pieces = isOpen ? piecesOf(text) : [isLive ? endOf(text) : beginningOf(text)]
  return (
    <div className="my-3 overflow-hidden rounded-xl border border-line bg-surface">
      {code !== undefined && <CodeHead code={code} name={nameOf(language)} />}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
        tabIndex={0}
        className="max-h-96 overflow-auto p-3 font-mono text-[0.8125rem] leading-relaxed"
      >
        {pieces.map((piece, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place.
            key={index}
            dir="auto"
            className="break-all whitespace-pre-wrap [contain-intrinsic-size:auto_20rem] [content-visibility:auto]"
          >
            {piece}
          </div>
        ))}
      </div>
      <div className="border-t border-line p-1">
        <Button kind="ghost" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("talk.showLess") : t("talk.showAllOf", { size: sizeWords(text.length) })}
        </Button>
      </div>
    </div>
  )
})
