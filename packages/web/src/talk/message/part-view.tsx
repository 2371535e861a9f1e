// An attachment of a message: a picture, or a card that opens the file in a tab of its own.
import type { BlobPart } from "@pawl/client"
import { FileText, Image } from "lucide-react"
import { sizeWords } from "../../i18n/size-words.ts"
import { t } from "../../i18n/words.ts"

interface FileProps {
  readonly part: BlobPart
  readonly session: string
}

const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

export function FileView({ part, session }: FileProps) {
  const { hash, mime, size, name = t("talk.file") } = part
  const url = `/v1/sessions/${encodeURIComponent(session)}/blobs/${encodeURIComponent(hash)}`
  const isPicture = PICTURE.test(mime)
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className="block min-h-12 min-w-12 max-w-full overflow-hidden rounded-xl border border-line bg-surface hover:border-edge"
    >
      {isPicture ? (
        <img src={url} alt={name} loading="lazy" className="max-h-64 max-w-full object-contain" />
      ) : (
        <FileCard name={name} about={`${mime.split("/").at(-1)?.slice(0, 12) ?? ""} · ${sizeWords(size)}`} />
      )}
    </a>
  )
}

/** A file that has no picture. */
export function FileCard({ name, about, isPicture = false }: FileCardProps) {
  const Icon = isPicture ? Image : FileText
  return (
    <span className="flex min-w-0 items-center gap-2 px-3 py-2 text-sm">
      <Icon aria-hidden className="size-5 shrink-0 text-quiet" />
      <span className="min-w-0">
        <span className="block truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-xs text-quiet">{about}</span>
      </span>
    </span>
  )
}

interface FileCardProps {
  readonly name: string
  readonly about: string
  readonly isPicture?: boolean
}
