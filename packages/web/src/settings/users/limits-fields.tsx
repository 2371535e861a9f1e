// The fields of limits, for a user or a group.
import { t } from "../../i18n/words.ts"
import { TextField } from "../../ui/field.tsx"
import { LIMIT_NAMES, type LimitsForm, wrongLimit } from "./limits.ts"

interface LimitsFieldsProps {
  readonly form: LimitsForm
  readonly onChange: (form: LimitsForm) => void
  readonly hint: string
}

export function LimitsFields({ form, onChange, hint }: LimitsFieldsProps) {
  const wrong = wrongLimit(form)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-semibold">{t("settings.limits")}</legend>
      <p className="text-xs text-quiet">{hint}</p>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {LIMIT_NAMES.map((name) => (
          <TextField
            key={name}
            label={t(`settings.limit_${name}`)}
            problem={wrong === name ? t("settings.limitWrong") : undefined}
            inputMode="decimal"
            placeholder={t("settings.noLimit")}
            value={form[name]}
            onChange={(event) => onChange({ ...form, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
