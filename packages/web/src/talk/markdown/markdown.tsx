// A Markdown text, block by block: a block that is complete is drawn once, whatever is written after it.
import { memo, useRef } from "react"
import { t } from "../../i18n/words.ts"
import { type Block, NO_BLOCKS, splitBlocks } from "./blocks.ts"
import { CodeBlock } from "./code-block.tsx"
import { HugeBlock } from "./huge-block.tsx"
import { useMaths } from "./lazily.ts"
import "./markdown.css"
import { rendered } from "./render.ts"
import { useNestedCode } from "./use-nested-code.ts"

/** More than this in one block would hold up the whole page. */
const MOST_CHARS = 100_000

interface MarkdownProps {
  readonly text: string
  /** More comes. */
  readonly isLive?: boolean
}

export const Markdown = memo(function Markdown({ text, isLive = false }: MarkdownProps) {
  const split = useRef(NO_BLOCKS)
  split.current = splitBlocks(text, split.current)
  const { blocks } = split.current
  const definitions = split.current.definitions.map(({ source }) => source).join("\n")
  return (
    <div className="markdown" data-live={isLive || undefined}>
      {blocks.map((block, index) => {
        const isLast = isLive && index === blocks.length - 1
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only come at the end.
        if (block.source.length > MOST_CHARS) return <HugeBlock key={index} block={block} isLive={isLast} />
        return block.kind === "code" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks only come at the end.
          <CodeBlock key={index} code={block.code ?? ""} language={block.language ?? ""} isLive={isLast} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Words key={index} source={block.source} kind={block.kind} definitions={refersTo(block, definitions)} />
        )
      })}
    </div>
  )
})

function refersTo({ source }: Block, definitions: string): string {
  return definitions !== "" && source.includes("[") ? definitions : ""
}

interface WordsProps {
  readonly source: string
  readonly kind: Block["kind"]
  readonly definitions: string
}

const Words = memo(function Words({ source, kind, definitions }: WordsProps) {
  const mayHaveMath = /\$|\\[([]/.test(source)
  const tex = useMaths(mayHaveMath)
  const html = rendered(definitions === "" ? source : `${source}\n\n${definitions}`, tex?.drawFormula)
  // `rendered` leaves only what is on its list.
  const inner = { dangerouslySetInnerHTML: { __html: html } }
  const box = useNestedCode<HTMLDivElement>(html)
  if (kind !== "table") return <div ref={box} className="words" {...inner} />
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key.
      tabIndex={0}
      aria-label={t("talk.table")}
      className="my-3 overflow-x-auto rounded-lg border border-line"
      {...inner}
    />
  )
})
