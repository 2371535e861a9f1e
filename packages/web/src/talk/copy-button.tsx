// Copies a text, and says so for a moment.
import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { t } from "../i18n/words.ts"
import { IconButton } from "../ui/button.tsx"
import { copyText } from "../ui/copy-text.ts"
import { attempt } from "../ui/toasts.tsx"

const SHOWN_MS = 1500

interface CopyButtonProps {
  readonly text: string | (() => string)
  readonly label: string
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await copyText(typeof text === "string" ? text : text())
    setCopied(true)
  }
  return (
    <>
      <IconButton icon={isCopied ? Check : Copy} label={label} size="small" onClick={() => attempt(copy)} />
      <span role="status" className="sr-only">
        {isCopied ? t("talk.copied") : ""}
      </span>
    </>
  )
}
