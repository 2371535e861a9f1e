// A title that becomes a field when it is clicked. Enter keeps the new one, Escape the old one.
import { useEffect, useRef } from "react"
import { useMayDecide } from "../../act/request/use-may-decide.ts"
import { t } from "../../i18n/words.ts"

interface TitleProps {
  /** As it is shown. */
  readonly title: string
  /** As it is changed. */
  readonly name: string
  readonly isEditing: boolean
  readonly onEdit: (isEditing: boolean) => void
  readonly onTitle: (title: string) => void
}

export function Title({ title, name, isEditing, onEdit, onTitle }: TitleProps) {
  const mayChange = useMayDecide()
  if (!mayChange)
    return (
      <h1 dir="auto" className="min-w-0 truncate px-1.5 text-sm font-semibold">
        {title}
      </h1>
    )
  if (isEditing) return <Field name={name} onEdit={onEdit} onTitle={onTitle} />
  return (
    <h1 className="min-w-0 text-sm font-semibold">
      <button
        type="button"
        title={t("app.rename")}
        aria-label={t("talk.titleIs", { title })}
        onClick={() => onEdit(true)}
        className="block min-h-8 max-w-full cursor-pointer truncate rounded-md px-1.5 hover:bg-raised"
        dir="auto"
      >
        {title}
      </button>
    </h1>
  )
}

function Field({ name, onEdit, onTitle }: Omit<TitleProps, "isEditing" | "title">) {
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => input.current?.select(), [])
  const end = (isKept: boolean) => {
    if (isDone.current) return
    isDone.current = true
    const now = input.current?.value.trim() ?? ""
    if (isKept && now !== "" && now !== name) onTitle(now)
    onEdit(false)
  }
  return (
    <input
      ref={input}
      aria-label={t("app.rename")}
      defaultValue={name}
      dir="auto"
      maxLength={200}
      onBlur={() => end(true)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return
        event.preventDefault()
        event.stopPropagation()
        end(event.key === "Enter")
      }}
      className="h-8 min-w-0 max-w-xl grow rounded-md border border-edge bg-surface px-2 text-sm font-semibold"
    />
  )
}
