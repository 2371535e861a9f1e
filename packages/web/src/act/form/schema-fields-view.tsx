// The fields of a schema as a form.
import { t } from "../../i18n/words.ts"
import { AreaField, SelectField, TextField } from "../../ui/field.tsx"
import type { Values } from "./form-values.ts"
import type { Field } from "./schema-fields.ts"

interface FieldsProps {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (values: Values) => void
}

export function SchemaFields({ fields, values, problems, onChange }: FieldsProps) {
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <One
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          problem={problems[field.name]}
          onChange={(value) => onChange({ ...values, [field.name]: value })}
        />
      ))}
    </div>
  )
}

interface OneProps {
  readonly field: Field
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function One({ field, value, problem, onChange }: OneProps) {
  const about = {
    label: field.isRequired ? field.name : `${field.name} (${t("act.optional")})`,
    problem,
    ...hintOf(field),
    value,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  }
  const rows = Math.min(16, Math.max(1, value.split("\n").length))
  if (field.kind === "number")
    return <TextField {...about} inputMode={field.isWhole ? "numeric" : "decimal"} dir="ltr" />
  if (field.kind === "yes-no" || field.kind === "choice")
    return (
      <SelectField {...about}>
        {(!field.isRequired || value === "") && <option value="">{t("act.notSet")}</option>}
        {optionsOf(field).map(([key, words]) => (
          <option key={key} value={key}>
            {words}
          </option>
        ))}
      </SelectField>
    )
  if (field.kind === "text" && !field.isLong) return <TextField {...about} dir="auto" spellCheck={false} />
  return (
    <AreaField
      {...about}
      rows={field.kind === "text" ? rows : Math.max(2, rows)}
      dir={field.kind === "json" ? "ltr" : "auto"}
      spellCheck={false}
      className="font-mono text-xs"
    />
  )
}

function optionsOf(
  field: Extract<Field, { readonly kind: "yes-no" | "choice" }>,
): readonly (readonly [string, string])[] {
  if (field.kind === "choice") return field.options.map((each, place) => [String(place), String(each)] as const)
  return [
    ["true", t("act.yes")],
    ["false", t("act.no")],
  ]
}

function hintOf({ hint, kind }: Field): { readonly hint?: string } {
  const words = [...(hint === undefined ? [] : [hint]), ...(kind === "lines" ? [t("act.onePerLine")] : [])].join(" ")
  return words === "" ? {} : { hint: words }
}
