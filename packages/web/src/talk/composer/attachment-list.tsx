// The files that go with the message, with pictures of them, and what is wrong with those that cannot be sent.
import { X } from "lucide-react"
import { limitWords, sizeWords } from "../../i18n/size-words.ts"
import { type Key, t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"
import { cx } from "../../ui/cx.ts"
import { FileCard } from "../message/part-view.tsx"
import { type Attachment, hasProblem, type Limits, type Problem } from "./attachments.ts"

const PROBLEMS: Readonly<Record<Problem, Key>> = {
  "too-large": "talk.fileTooLarge",
  empty: "talk.fileEmpty",
  "wrong-type": "talk.fileWrongType",
  unreadable: "talk.fileUnreadable",
  "too-many": "talk.fileTooMany",
}

interface AttachmentListProps {
  readonly attachments: readonly Attachment[]
  readonly limits: Pick<Limits, "maxFileBytes" | "maxFiles">
  readonly onRemove: (attachment: Attachment) => void
}

export function AttachmentList({ attachments, limits, onRemove }: AttachmentListProps) {
  const { maxFileBytes, maxFiles = 0 } = limits
  if (attachments.length === 0) return null
  return (
    <>
      <ul
        aria-label={t("talk.attachments")}
        className="grid max-h-40 grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-2 overflow-y-auto px-2 pt-2"
      >
        {attachments.map((attachment) => {
          const { id, name, size, url, problem } = attachment
          const about =
            problem === undefined
              ? sizeWords(size)
              : t(PROBLEMS[problem], { max: limitWords(maxFileBytes), n: maxFiles })
          return (
            <li
              key={id}
              className={cx(
                "flex min-w-0 items-center justify-between rounded-xl border bg-ground pe-1",
                problem === undefined ? "border-line" : "border-bad",
              )}
            >
              {url === undefined ? (
                <FileCard name={name} about={about} />
              ) : (
                <img src={url} alt={name} title={`${name}, ${about}`} className="size-14 rounded-s-xl object-cover" />
              )}
              <IconButton
                icon={X}
                size="small"
                label={t("talk.removeFile", { name })}
                onClick={() => onRemove(attachment)}
              />
            </li>
          )
        })}
      </ul>
      {hasProblem(attachments) && (
        <p role="status" className="px-3 pt-1.5 text-xs text-bad">
          {t("talk.removeMarked")}
        </p>
      )}
    </>
  )
}
