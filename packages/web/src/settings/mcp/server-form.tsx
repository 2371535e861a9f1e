// Adds an MCP server or changes one. Saving starts it once and reports whether it works.
import { type ChangeEvent, useState } from "react"
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { AreaField, SelectField, TextField } from "../../ui/field.tsx"
import { FormDialog } from "../parts/form-dialog.tsx"
import { Note } from "../parts/section.tsx"
import { EMPTY_FORM, type EntryForm, entryOf, type FormProblem, formOf, problemOf } from "./entry.ts"
import type { Probe } from "./mcp-page.tsx"
import type { ServerInfo } from "./server-card.tsx"

interface ServerFormProps {
  readonly server: ServerInfo | "new"
  readonly query: { readonly workspace?: string }
  readonly onSaved: (name: string, probe: Probe) => void
  readonly onClose: () => void
}

type Changed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

export function ServerForm({ server, query, onSaved, onClose }: ServerFormProps) {
  const isNew = server === "new"
  const [form, setForm] = useState(() => (isNew ? EMPTY_FORM : formOf(server.name, server.entry)))
  const [problem, setProblem] = useState<FormProblem>()
  const field = (name: keyof EntryForm) => ({
    value: form[name],
    onChange: (event: Changed) => setForm({ ...form, [name]: event.currentTarget.value }),
    problem: problem?.field === name ? t(`settings.mcpBad_${problem.what}`) : undefined,
  })
  const save = async () => {
    const found = problemOf(form)
    setProblem(found)
    if (found !== undefined) return false
    const params = { server: form.name.trim() }
    onSaved(params.server, await client.call("servers.put", { params, query, body: entryOf(form) }))
    return true
  }
  return (
    <FormDialog
      title={isNew ? t("settings.mcpAdd") : t("settings.mcpEdit", { name: server.name })}
      action={t("settings.mcpSave")}
      onSave={save}
      onClose={onClose}
    >
      <TextField label={t("settings.name")} hint={t("settings.mcpNameHint")} disabled={!isNew} {...field("name")} />
      <SelectField label={t("settings.mcpKind")} {...field("kind")}>
        <option value="http">{t("settings.mcpHttp")}</option>
        <option value="stdio">{t("settings.mcpStdio")}</option>
      </SelectField>
      {form.kind === "http" ? <HttpFields field={field} /> : <StdioFields field={field} />}
      <TextField
        label={t("settings.mcpTimeout")}
        hint={t("settings.mcpTimeoutHint")}
        inputMode="decimal"
        {...field("timeoutSeconds")}
      />
      {!isNew && <Note>{t("settings.mcpMasked")}</Note>}
    </FormDialog>
  )
}

interface FieldsProps {
  readonly field: (name: keyof EntryForm) => {
    readonly value: string
    readonly onChange: (event: Changed) => void
    readonly problem: string | undefined
  }
}

function HttpFields({ field }: FieldsProps) {
  return (
    <>
      <TextField label={t("settings.mcpUrl")} type="url" placeholder="https://example.com/mcp" {...field("url")} />
      <AreaField
        label={t("settings.mcpHeaders")}
        hint={t("settings.mcpHeadersHint")}
        rows={3}
        spellCheck={false}
        className="font-mono"
        {...field("headers")}
      />
    </>
  )
}

function StdioFields({ field }: FieldsProps) {
  const lines = { rows: 3, spellCheck: false, className: "font-mono" }
  return (
    <>
      <Note tone="warn">{t("settings.mcpStdioHint")}</Note>
      <TextField label={t("settings.mcpCommand")} placeholder="npx" className="font-mono" {...field("command")} />
      <AreaField label={t("settings.mcpArgs")} hint={t("settings.mcpArgsHint")} {...lines} {...field("args")} />
      <AreaField label={t("settings.mcpEnv")} hint={t("settings.mcpEnvHint")} {...lines} {...field("env")} />
      <TextField label={t("settings.mcpCwd")} className="font-mono" {...field("cwd")} />
    </>
  )
}
