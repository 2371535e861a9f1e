// One setting of a plugin.
import { client } from "../../data/client.ts"
import { t } from "../../i18n/words.ts"
import { SettingRow } from "../parts/setting-row.tsx"
import { type SettingInfo, textOf, typedValue } from "./plugin.ts"

interface PluginSettingProps {
  readonly plugin: string
  readonly setting: SettingInfo
  readonly query: { readonly workspace?: string }
  readonly onChanged: () => void
}

export function PluginSetting({ plugin, setting, query, onChanged }: PluginSettingProps) {
  const { name, variable, from, shown, isSecret, isRequired, description, problem } = setting
  const params = { plugin, setting: name }
  return (
    <SettingRow
      {...{ name, variable, from, problem }}
      label={isRequired ? t("settings.required", { name }) : name}
      hint={description}
      value={textOf(shown)}
      input={{ className: "font-mono" }}
      onSave={async (text) => {
        // A secret is text; its mask says nothing of its type.
        await client.call("plugins.set", { params, query, body: { value: typedValue(text, isSecret ? "" : shown) } })
        onChanged()
      }}
      onUnset={async () => {
        await client.call("plugins.unset", { params, query })
        onChanged()
      }}
      onReveal={
        isSecret ? async () => textOf((await client.call("plugins.reveal", { params, query })).value) : undefined
      }
    />
  )
}
