// Settings of the server that an admin may change while it runs.
import type { Operations } from "@pawl/client"
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { type Key, t } from "../../i18n/words.ts"
import { PageHead } from "../parts/section.tsx"
import { SettingRow } from "../parts/setting-row.tsx"
import { Shown } from "../parts/shown.tsx"

type Setting = Operations["settings.list"]["answer"]["settings"][number]
type Name = Operations["settings.set"]["params"]["name"]

/** The server describes its settings in English. What it adds later is shown in its own words. */
const WORDS: Readonly<Record<Name, Key>> = {
  "cleanup.everyHours": "settings.set_everyHours",
  "cleanup.stuckAfterMinutes": "settings.set_stuckAfterMinutes",
  "cleanup.archiveAfterDays": "settings.set_archiveAfterDays",
  "cleanup.deleteAfterDays": "settings.set_deleteAfterDays",
  "imports.maxMegabytes": "settings.set_maxMegabytes",
  "audit.keepDays": "settings.set_keepDays",
  notice: "settings.set_notice",
}

export function ServerPage() {
  const loaded = useLoaded(async () => (await client.call("settings.list", {})).settings, "settings")
  return (
    <>
      <PageHead title={t("manners.page_server")} hint={t("settings.serverHint")} />
      <Shown of={loaded}>
        {(settings) => (
          <ul
            aria-label={t("manners.page_server")}
            className="divide-y divide-line rounded-xl border border-line bg-surface"
          >
            {settings.map((setting) => (
              <ServerSetting key={setting.name} setting={setting} onChanged={loaded.reload} />
            ))}
          </ul>
        )}
      </Shown>
    </>
  )
}

function ServerSetting({ setting, onChanged }: { readonly setting: Setting; readonly onChanged: () => void }) {
  const { name, description, variable, value, from, problem } = setting
  const params = { name: name as Name }
  const key = WORDS[params.name] as Key | undefined
  return (
    <SettingRow
      {...{ name, variable, from, problem }}
      label={key === undefined ? name : t(key)}
      hint={key === undefined ? description : t(`${key}Hint` as Key)}
      value={String(value)}
      input={typeof value === "number" ? { inputMode: "numeric", className: "max-w-40" } : { dir: "auto" }}
      onSave={async (text) => {
        await client.call("settings.set", { params, body: { value: text } })
        onChanged()
      }}
      onUnset={async () => {
        await client.call("settings.unset", { params })
        onChanged()
      }}
    />
  )
}
