// One setting: its value, where that comes from, and a way to change it. What the environment sets is locked, secrets are masked.
import { Eye, EyeOff, Lock } from "lucide-react"
import { type ComponentProps, type FormEvent, useState } from "react"
import { t } from "../../i18n/words.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { attempt, tell } from "../../ui/toasts.tsx"
import { useConfirm } from "./confirm.tsx"
import { Note } from "./section.tsx"

interface SettingRowProps {
  /** What programs call it. */
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly problem?: string | undefined
  readonly from: "environment" | "stored" | "default" | "nowhere"
  /** The environment variable that would set it. */
  readonly variable: string
  readonly value: string
  readonly input?: ComponentProps<"input">
  readonly onSave: (text: string) => Promise<unknown>
  readonly onUnset: () => Promise<unknown>
  /** Of a secret: its value. */
  readonly onReveal?: (() => Promise<string>) | undefined
}

export function SettingRow(props: SettingRowProps) {
  const { name, from, value, onSave, onUnset, onReveal } = props
  const [text, setText] = useState<string>()
  const [revealed, setRevealed] = useState<string>()
  const done = (words: string) => {
    setText(undefined)
    setRevealed(undefined)
    tell(words)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await onSave(text ?? "")
    done(t("settings.saved", { name }))
  }
  const { ask, question } = useConfirm()
  const unset = async () => {
    await onUnset()
    done(t("settings.unsetDone", { name }))
  }
  const askToUnset = () =>
    ask({
      title: t("settings.unsetSecret", { name }),
      children: <p>{t("settings.unsetSecretHint")}</p>,
      action: t("settings.remove"),
      onConfirm: unset,
    })
  const reveal = async () => setRevealed(revealed === undefined ? await onReveal?.() : undefined)
  // A mask cannot be edited: who changes a secret begins with nothing.
  const isMasked = onReveal !== undefined && revealed === undefined
  const shown = text ?? revealed ?? value
  return (
    <li className="p-4 pb-3">
      <form onSubmit={(event) => attempt(() => save(event))} className="flex flex-col gap-2">
        <ValueField
          {...props}
          shown={shown}
          onText={setText}
          onFocus={() => isMasked && text === undefined && setText("")}
          onBlur={() => isMasked && text === "" && setText(undefined)}
        />
        <div className="flex min-h-9 flex-wrap items-center gap-2">
          <Source {...props} />
          {onReveal !== undefined && from !== "nowhere" && (
            <Button icon={revealed === undefined ? Eye : EyeOff} onClick={() => attempt(reveal)}>
              {revealed === undefined ? t("settings.reveal") : t("settings.hide")}
            </Button>
          )}
          {from === "stored" && (
            <Button onClick={onReveal === undefined ? () => attempt(unset) : askToUnset}>{t("settings.unset")}</Button>
          )}
          {text !== undefined && text !== (revealed ?? value) && !(isMasked && text === "") && (
            <Button kind="primary" type="submit">
              {t("app.save")}
            </Button>
          )}
        </div>
      </form>
      {question}
    </li>
  )
}

interface ValueFieldProps extends SettingRowProps {
  readonly shown: string
  readonly onText: (text: string) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

function ValueField({ label, hint, problem, from, input, shown, onText, onFocus, onBlur }: ValueFieldProps) {
  return (
    <TextField
      label={label}
      {...(hint !== undefined && { hint })}
      problem={problem}
      disabled={from === "environment"}
      autoComplete="off"
      placeholder={from === "nowhere" ? t("settings.noValue") : ""}
      value={shown}
      onFocus={onFocus}
      onBlur={onBlur}
      onChange={(event) => onText(event.currentTarget.value)}
      {...input}
    />
  )
}

function Source({ name, from, variable }: Pick<SettingRowProps, "name" | "from" | "variable">) {
  if (from === "environment")
    return (
      <div className="min-w-0 grow">
        <Note>
          <Lock aria-hidden className="me-1.5 inline size-3.5" />
          {t("settings.envLocked", { variable })}
        </Note>
      </div>
    )
  return (
    <p className="flex min-w-0 grow flex-wrap items-center gap-2 text-xs text-quiet">
      <Badge tone={from === "stored" ? "accent" : "quiet"}>{t(`settings.from_${from}`)}</Badge>
      <code className="font-mono break-all">{name}</code>
    </p>
  )
}
