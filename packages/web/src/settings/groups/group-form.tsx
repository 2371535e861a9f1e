// Makes a group or changes what it allows: workspaces, profiles, models, tools and limits.
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { TextField } from "../../ui/field.tsx"
import { FormDialog } from "../parts/form-dialog.tsx"
import { NamesField } from "../parts/names-field.tsx"
import { Note } from "../parts/section.tsx"
import { limitsForm, limitsOf, wrongLimit } from "../users/limits.ts"
import { LimitsFields } from "../users/limits-fields.tsx"
import type { Group } from "./groups-page.tsx"

export const RIGHTS = ["workspaces", "profiles", "models", "tools"] as const

interface GroupFormProps {
  readonly group: Group | "new"
  readonly onSaved: () => void
  readonly onClose: () => void
}

export function GroupForm({ group, onSaved, onClose }: GroupFormProps) {
  const isNew = group === "new"
  const [form, setForm] = useState<Group>(isNew ? { name: "" } : group)
  const [limits, setLimits] = useState(() => limitsForm(form.limits))
  const { value: known } = useLoaded(loadKnown, "known")
  const save = async () => {
    const { name, limits: _before, ...rights } = form
    const set = limitsOf(limits)
    const body = { ...rights, ...(Object.keys(set).length > 0 && { limits: set }) }
    await client.call("groups.put", { params: { group: name.trim() }, body })
    onSaved()
  }
  return (
    <FormDialog
      title={isNew ? t("settings.addGroup") : t("settings.editGroup", { name: form.name })}
      isWide
      isReady={form.name.trim() !== "" && wrongLimit(limits) === undefined}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        label={t("settings.name")}
        disabled={!isNew}
        dir="auto"
        value={form.name}
        onChange={(event) => setForm({ ...form, name: event.currentTarget.value })}
      />
      <Note>{t("settings.groupPatterns")}</Note>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {RIGHTS.map((right) => (
          <NamesField
            key={right}
            label={t(`settings.right_${right}`)}
            value={form[right]}
            suggestions={known?.[right] ?? []}
            onChange={(names) => setForm(withRight(form, right, names))}
          />
        ))}
      </div>
      <LimitsFields form={limits} onChange={setLimits} hint={t("settings.groupLimitsHint")} />
    </FormDialog>
  )
}

function withRight(form: Group, right: (typeof RIGHTS)[number], names: readonly string[] | undefined): Group {
  const { [right]: _before, ...rest } = form
  return names === undefined ? rest : { ...rest, [right]: names }
}

/** What there is to choose from; a server without a model still has the rest. */
async function loadKnown(): Promise<Readonly<Record<(typeof RIGHTS)[number], readonly string[]>>> {
  const orNone = (names: Promise<readonly string[]>) => names.catch(() => [])
  const [workspaces, profiles, models, tools] = await Promise.all([
    orNone(client.workspaces()),
    orNone(client.profiles()),
    orNone(client.models()),
    orNone(client.tools().then((all) => all.map(({ name }) => name))),
  ])
  return { workspaces, profiles, models, tools }
}
