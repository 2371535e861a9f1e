// What a tool returned: text, tables, JSON, pictures, files; and the way to the whole where this is a part.
import type { BlobPart, Json, Part } from "@pawl/client"
import { Download, FileText } from "lucide-react"
import { memo, useMemo } from "react"
import { sizeWords } from "../../i18n/size-words.ts"
import { t } from "../../i18n/words.ts"
import { blobUrl } from "./blob-url.ts"
import { Folded } from "./folded.tsx"
import { type CutResult, withoutNotes } from "./model-notes.ts"
import { placeKey } from "./place-key.ts"
import { shapeOf, shapeOfValue } from "./result-shape.ts"
import { ResultTable } from "./result-table.tsx"
import { asTerminal } from "./terminal.ts"

interface ResultViewProps {
  readonly session: string
  readonly parts: readonly Part[]
  readonly value?: Json | undefined
  readonly full?: BlobPart | undefined
  /** A command printed it. */
  readonly isTerminal?: boolean
}

export const ResultView = memo(function ResultView(props: ResultViewProps) {
  const { session, value, full, isTerminal = false } = props
  const { parts, end, cut } = useMemo(() => withoutNotes(props.parts, full), [props.parts, full])
  const isEmpty = parts.every((part) => part.type === "text" && part.text.trim() === "")
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {isEmpty && value === undefined && <p className="text-sm text-quiet">{t("act.emptyResult")}</p>}
      {parts.map((part, place) =>
        part.type === "text" ? (
          <Text
            key={placeKey(place)}
            text={isTerminal ? asTerminal(part.text) : part.text}
            value={parts.length === 1 && end === undefined ? value : undefined}
          />
        ) : (
          <Blob key={placeKey(place)} session={session} part={part} />
        ),
      )}
      {end?.type === "text" && (
        <>
          <p className="text-xs font-semibold text-quiet">{t("act.endOfOutput")}</p>
          <Folded text={isTerminal ? asTerminal(end.text) : end.text} />
        </>
      )}
      {full !== undefined && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-quiet">
          {cutWords(cut, end !== undefined)}
          <BlobLink href={blobUrl(session, full.hash)} icon={Download}>
            {t("act.wholeResult", { size: sizeWords(full.size) })}
          </BlobLink>
        </p>
      )}
    </div>
  )
})

function cutWords(cut: CutResult["cut"], hasEnd: boolean): string {
  if (cut === undefined) return t("act.cutResult")
  const sizes = { shown: sizeWords(cut.shown), total: sizeWords(cut.total) }
  return t(hasEnd ? "act.cutInMiddle" : "act.cutAtEnd", sizes)
}

function Text({ text, value }: { readonly text: string; readonly value: Json | undefined }) {
  const shape = useMemo(() => (value === undefined ? shapeOf(text) : shapeOfValue(value)), [text, value])
  if (shape.kind === "table") return <ResultTable columns={shape.columns} rows={shape.rows} />
  return shape.text.trim() === "" ? null : <Folded text={shape.text} />
}

const DRAWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"])

function Blob({ session, part }: { readonly session: string; readonly part: BlobPart }) {
  const href = blobUrl(session, part.hash)
  const name = part.name ?? part.mime
  if (!DRAWN.has(part.mime))
    return (
      <BlobLink href={href} icon={FileText}>
        {t("act.openFile", { name })} ({sizeWords(part.size)})
      </BlobLink>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="self-start rounded-lg">
      <img
        src={href}
        alt={part.name ?? t("act.image")}
        loading="lazy"
        className="max-h-80 max-w-full rounded-lg border border-line bg-raised object-contain"
      />
    </a>
  )
}

function BlobLink({ href, icon: Icon, children }: { href: string; icon: typeof FileText; children: React.ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1.5 self-start text-sm text-accent underline underline-offset-2"
    >
      <Icon aria-hidden className="size-4" />
      {children}
    </a>
  )
}
