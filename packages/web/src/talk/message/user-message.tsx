// What a person said, with its attachments and what can be done with it.
import type { Part } from "@pawl/client"
import { type ReactNode, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { cx } from "../../ui/cx.ts"
import { FileCard, FileView } from "./part-view.tsx"

export type ShownPart = Part | { readonly type: "file"; readonly name: string }

interface UserMessageProps {
  readonly parts: readonly ShownPart[]
  readonly session: string
  /** Named when it is not the reader. */
  readonly by?: string | undefined
  /** Sent, and not yet taken. */
  readonly isPending?: boolean
  /** Buttons below. */
  readonly actions?: ReactNode
}

/** Longer texts are folded: people paste whole logs. */
const LONG = 1800

export function UserMessage({ parts, session, by, isPending = false, actions }: UserMessageProps) {
  const text = textOf(parts)
  const files = parts.filter((part) => part.type !== "text")
  return (
    <article aria-label={t("talk.youSaid")} className="group/said flex flex-col items-end gap-1.5">
      {by !== undefined && <span className="text-xs text-quiet">{by}</span>}
      {files.length > 0 && (
        <div className="flex max-w-[85%] flex-wrap justify-end gap-2">
          {files.map((part, index) =>
            part.type === "blob" ? (
              <FileView key={part.hash} part={part} session={session} />
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: files of a message do not move.
              <FileCard key={index} name={part.name} about={t("talk.uploading")} />
            ),
          )}
        </div>
      )}
      <div className="flex w-full flex-row-reverse items-end gap-1 max-sm:flex-col">
        {text !== "" && <Bubble text={text} isPending={isPending} />}
        {actions}
      </div>
    </article>
  )
}

function Bubble({ text, isPending }: { readonly text: string; readonly isPending: boolean }) {
  const [isWhole, setWhole] = useState(false)
  const isFolded = text.length > LONG && !isWhole
  return (
    <div
      className={cx(
        "max-w-[85%] rounded-2xl rounded-ee-md bg-raised px-4 py-2.5 leading-relaxed break-words",
        isPending && "opacity-75",
      )}
    >
      <p dir="auto" className="whitespace-pre-wrap">
        {isFolded ? `${text.slice(0, LONG)}…` : text}
      </p>
      {text.length > LONG && (
        <Button kind="ghost" size="small" className="-ms-2 mt-1 text-accent" onClick={() => setWhole(!isWhole)}>
          {isFolded ? t("talk.showAll") : t("talk.showLess")}
        </Button>
      )}
    </div>
  )
}

export function textOf(parts: readonly { readonly type: string; readonly text?: string }[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text ?? ""] : [])).join("\n\n")
}
