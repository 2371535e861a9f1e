// Code with its language, colours once it is complete, and a button that copies it.
import { memo } from "react"
import { t } from "../../i18n/words.ts"
import { CopyButton } from "../copy-button.tsx"
import { useColoured } from "./use-coloured.ts"

interface CodeBlockProps {
  readonly code: string
  readonly language: string
  /** Still being written: colours would be computed again with each piece. */
  readonly isLive: boolean
}

export const CodeBlock = memo(function CodeBlock({ code, language, isLive }: CodeBlockProps) {
  const name = nameOf(language)
  const html = useColoured(code, isLive ? "" : name)
  return (
    <div className="my-3 overflow-hidden rounded-xl border border-line bg-surface">
      <CodeHead code={code} name={name} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by key. */}
      <pre tabIndex={0} dir="ltr" className="overflow-x-auto p-3 font-mono text-[0.8125rem] leading-relaxed">
        {html === undefined ? (
          <code>{code}</code>
        ) : (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js escapes the code, and adds only spans.
          <code dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </pre>
    </div>
  )
})

/** "ts {1,3}" is "ts". */
export function nameOf(language: string): string {
  return language.split(/[\s{,]/)[0]?.toLowerCase() ?? ""
}

export function CodeHead({ code, name }: { readonly code: string; readonly name: string }) {
  return (
    <div className="flex min-h-9 items-center justify-between gap-2 border-b border-line bg-raised ps-3 pe-1">
      <span className="font-mono text-xs text-quiet">{name === "" ? t("talk.code") : name}</span>
      <CopyButton text={code} label={t("talk.copyCode")} />
    </div>
  )
}
