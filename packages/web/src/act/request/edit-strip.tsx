// Edits the arguments of a call before it runs: in a form made from the tool's schema, or as JSON.
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Button } from "../../ui/button.tsx"
import { AreaField } from "../../ui/field.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { argumentsFromJson, argumentsOf, type Values, valuesOf } from "../form/form-values.ts"
import { type Field, fieldsOf, type Given } from "../form/schema-fields.ts"
import { SchemaFields } from "../form/schema-fields-view.tsx"
import { schemaFor } from "../form/tool-schemas.ts"
import { type Asked, keyOf } from "./request-book.ts"
import { SettleButton } from "./settle-button.tsx"

interface EditProps {
  readonly request: Asked
  readonly isBusy: boolean
  readonly onRun: (edited: Given) => void
  readonly onBack: () => void
}

export function EditStrip({ request, ...rest }: EditProps) {
  const { session, name, arguments: given } = request
  const { value, isLoading } = useLoaded(async () => ({ schema: await schemaFor(session, name) }), keyOf(request))
  const fields = useMemo(() => fieldsOf(value?.schema, given), [value, given])
  if (isLoading) return <Spinner label={t("app.loading")} />
  return <Editor fields={fields} given={given} {...rest} />
}

interface EditorProps extends Omit<EditProps, "request"> {
  readonly fields: readonly Field[] | undefined
  readonly given: Given
}

function Editor({ fields, given, isBusy, onRun, onBack }: EditorProps) {
  const [isJson, setJson] = useState(fields === undefined)
  const [values, setValues] = useState<Values>(() => valuesOf(fields ?? [], given))
  const [json, setJsonText] = useState(() => JSON.stringify(given, undefined, 2))
  const [isTried, setTried] = useState(false)
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>("input, textarea, select")?.focus(), [])
  const made = useMemo(
    () => (isJson ? fromJson(json) : argumentsOf(fields ?? [], values, given)),
    [isJson, json, fields, values, given],
  )
  const isSame = made.ok && JSON.stringify(made.arguments) === JSON.stringify(given)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (made.ok) onRun(made.arguments)
  }
  const change = () => {
    // What was edited goes over to the other form, if it can be read.
    if (made.ok && !isJson) setJsonText(JSON.stringify(made.arguments, undefined, 2))
    if (made.ok && isJson) setValues(valuesOf(fields ?? [], made.arguments))
    if (made.ok) setJson(!isJson)
    else setTried(true)
  }
  const problems = isTried && !made.ok ? made.problems : {}
  return (
    <form ref={ref} onSubmit={onSubmit} className="flex flex-col gap-3" noValidate>
      {isJson ? (
        <AreaField
          label={t("act.arguments")}
          problem={problems[""]}
          rows={Math.min(18, json.split("\n").length + 1)}
          spellCheck={false}
          dir="ltr"
          className="font-mono text-xs"
          value={json}
          onChange={(event) => setJsonText(event.currentTarget.value)}
        />
      ) : (
        <SchemaFields fields={fields ?? []} values={values} problems={problems} onChange={setValues} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <SettleButton kind="primary" type="submit" disabled={isBusy || isSame}>
          {t("act.runEdited")}
        </SettleButton>
        <Button disabled={isBusy} onClick={onBack}>
          {t("act.back")}
        </Button>
        {fields !== undefined && (
          <Button kind="ghost" onClick={change}>
            {isJson ? t("act.editAsForm") : t("act.editAsJson")}
          </Button>
        )}
        {isSame && <span className="text-xs text-quiet">{t("act.nothingEdited")}</span>}
      </div>
    </form>
  )
}

function fromJson(text: string) {
  const read = argumentsFromJson(text)
  return "problem" in read
    ? ({ ok: false, problems: { "": read.problem } as Readonly<Record<string, string>> } as const)
    : ({ ok: true, arguments: read.arguments } as const)
}
