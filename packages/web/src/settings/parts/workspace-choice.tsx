// Which workspace a page is about, where there are several.
import { useState } from "react"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { SelectField } from "../../ui/field.tsx"

export interface WorkspaceChoice {
  /** For a call's query. Empty until the workspaces are known: the server takes its first one then. */
  readonly query: { readonly workspace?: string }
  /** Null where there is nothing to choose. */
  readonly field: React.ReactNode
}

export function useWorkspaceChoice(): WorkspaceChoice {
  const { value } = useLoaded(() => client.workspaces(), "workspaces")
  const [chosen, choose] = useState<string>()
  const names = value ?? []
  const field =
    names.length < 2 ? null : (
      <SelectField
        label={t("settings.workspace")}
        value={chosen ?? names[0]}
        className="max-w-xs"
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    )
  return { query: chosen === undefined ? {} : { workspace: chosen }, field }
}
