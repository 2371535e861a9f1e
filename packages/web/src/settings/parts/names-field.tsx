// What a group may use of one kind: everything, or only what is named.
import { X } from "lucide-react"
import { type KeyboardEvent, useId, useState } from "react"
import { t } from "../../i18n/words.ts"
import { IconButton } from "../../ui/button.tsx"
import { Switch, TextField } from "../../ui/field.tsx"
import { withNames } from "./names.ts"

interface NamesFieldProps {
  readonly label: string
  /** Undefined: everything. */
  readonly value: readonly string[] | undefined
  readonly onChange: (names: readonly string[] | undefined) => void
  readonly suggestions: readonly string[]
}

export function NamesField({ label, value, onChange, suggestions }: NamesFieldProps) {
  const [text, setText] = useState("")
  const list = useId()
  const add = () => {
    if (value !== undefined && text.trim() !== "") onChange(withNames(value, text))
    setText("")
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== ",") return
    // Enter would send the form.
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-sm font-semibold">{label}</legend>
      <Switch
        label={t("settings.allOf", { what: label })}
        isOn={value === undefined}
        onChange={(all) => onChange(all ? undefined : [])}
      />
      {value !== undefined && (
        <>
          <Chips names={value} onRemove={(name) => onChange(value.filter((each) => each !== name))} />
          <TextField
            label={t("settings.addTo", { what: label })}
            list={list}
            value={text}
            onKeyDown={onKey}
            onBlur={add}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <datalist id={list}>
            {suggestions
              .filter((name) => !value.includes(name))
              .map((name) => (
                <option key={name} value={name} />
              ))}
          </datalist>
        </>
      )}
    </fieldset>
  )
}

function Chips({ names, onRemove }: { readonly names: readonly string[]; readonly onRemove: (name: string) => void }) {
  if (names.length === 0) return <p className="text-xs text-warn">{t("settings.namesNone")}</p>
  return (
    <ul className="flex flex-wrap gap-1.5">
      {names.map((name) => (
        <li key={name} className="inline-flex items-center rounded-lg bg-raised ps-2.5 text-sm">
          <bdi className="font-mono text-xs break-all">{name}</bdi>
          <IconButton icon={X} size="small" label={t("settings.removeName", { name })} onClick={() => onRemove(name)} />
        </li>
      ))}
    </ul>
  )
}
