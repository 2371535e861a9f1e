// Fields for a user's role and groups.
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { SelectField } from "../../ui/field.tsx"
import type { Role } from "../pages.ts"

const ROLES = ["viewer", "user", "admin"] as const

interface RoleFieldProps {
  readonly value: Role
  readonly onChange: (role: Role) => void
  readonly disabled?: boolean
}

export function RoleField({ value, onChange, disabled = false }: RoleFieldProps) {
  return (
    <SelectField
      label={t("settings.role")}
      hint={t(`settings.roleHint_${value}`)}
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {t(`settings.role_${role}`)}
        </option>
      ))}
    </SelectField>
  )
}

interface GroupsFieldProps {
  readonly value: readonly string[]
  readonly onChange: (groups: readonly string[]) => void
}

/** Groups that are named and were removed since stay in the list, so that they can be taken away. */
export function GroupsField({ value, onChange }: GroupsFieldProps) {
  const { value: groups = [] } = useLoaded(async () => (await client.call("groups.list", {})).groups, "groups")
  const names = [...new Set([...groups.map(({ name }) => name), ...value])]
  const toggle = (name: string, on: boolean) => onChange(on ? [...value, name] : value.filter((each) => each !== name))
  return (
    <fieldset>
      <legend className="pb-1 text-sm font-medium">{t("manners.page_groups")}</legend>
      {names.length === 0 && <p className="text-sm text-quiet">{t("settings.noGroupsYet")}</p>}
      <div className="flex flex-wrap gap-2">
        {names.map((name) => (
          <label
            key={name}
            className="inline-flex min-h-8 cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={value.includes(name)}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      <p className="pt-1 text-xs text-quiet">{t("settings.groupsFieldHint")}</p>
    </fieldset>
  )
}
