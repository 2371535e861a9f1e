// What a running call prints: its tail, which follows the end unless the person scrolled up.
import { memo, useLayoutEffect, useRef } from "react"
import { t } from "../../i18n/words.ts"
import { cx } from "../../ui/cx.ts"
import { asTerminal } from "./terminal.ts"

/** More would slow down the page; the whole is in the result. */
const TAIL_CHARS = 20_000
const NEAR_PX = 24

export const OutputView = memo(function OutputView({
  text,
  isSmall,
}: {
  readonly text: string
  readonly isSmall: boolean
}) {
  const ref = useRef<HTMLPreElement>(null)
  const follows = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more text moves the end.
  useLayoutEffect(() => {
    const pre = ref.current
    if (pre !== null && follows.current) pre.scrollTop = pre.scrollHeight
  }, [text, isSmall])
  return (
    <pre
      ref={ref}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key.
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label={t("act.output")}
      dir="auto"
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX
      }}
      className={cx(
        "overflow-y-auto rounded-lg bg-raised px-3 py-2 font-mono text-xs leading-5 break-words whitespace-pre-wrap",
        isSmall ? "max-h-24" : "max-h-80",
      )}
    >
      {asTerminal(tailOf(text))}
    </pre>
  )
})

function tailOf(text: string): string {
  if (text.length <= TAIL_CHARS) return text
  const tail = text.slice(-TAIL_CHARS)
  return `…${tail.slice(tail.indexOf("\n"))}`
}
