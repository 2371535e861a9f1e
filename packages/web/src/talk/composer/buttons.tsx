// The buttons of the composer: send, stop, attach.
import { type LucideIcon, Paperclip } from "lucide-react"
import { type ComponentProps, useRef } from "react"
import { t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"
import { cx } from "../../ui/cx.ts"

const KINDS = {
  send: "bg-accent text-on-accent hover:brightness-110 disabled:bg-raised disabled:text-quiet",
  stop: "border border-edge text-bad hover:bg-bad-soft [&>svg]:fill-current",
} as const

interface RoundButtonProps extends ComponentProps<"button"> {
  readonly icon: LucideIcon
  readonly label: string
  readonly kind: keyof typeof KINDS
}

export function RoundButton({ icon: Icon, label, kind, ...rest }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(
        "ms-1 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-full transition-colors disabled:cursor-not-allowed",
        KINDS[kind],
      )}
      {...rest}
    >
      <Icon aria-hidden className={kind === "stop" ? "size-3.5" : "size-5"} />
    </button>
  )
}

interface AttachButtonProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly formats: readonly string[]
}

export function AttachButton({ onFiles, formats }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon={Paperclip} label={t("talk.attach")} className="size-8" onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t("talk.attach")}
        accept={formats.length === 0 ? undefined : [...formats, "text/*"].join(",")}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ""
        }}
      />
    </>
  )
}
