// Plugins of a workspace: what of them can be used, and their settings.
import { client } from "../../data/client.ts"
import { useLoaded } from "../../data/use-loaded.ts"
import { t } from "../../i18n/words.ts"
import { Badge, type Tone } from "../../ui/badge.tsx"
import { Empty } from "../../ui/empty.tsx"
import { Note, PageHead } from "../parts/section.tsx"
import { Shown } from "../parts/shown.tsx"
import { useWorkspaceChoice } from "../parts/workspace-choice.tsx"
import type { PartInfo, PluginInfo } from "./plugin.ts"
import { PluginSetting } from "./plugin-setting.tsx"

const TONES: Readonly<Record<PluginInfo["state"], Tone>> = { ready: "ok", standby: "warn", broken: "bad" }

export function PluginsPage() {
  const { query, field } = useWorkspaceChoice()
  const loaded = useLoaded(async () => {
    const { plugins } = await client.call("plugins.list", { query })
    // The library's shape, which the server passes on as it is.
    return plugins as unknown as readonly PluginInfo[]
  }, JSON.stringify(query))
  return (
    <>
      <PageHead title={t("manners.page_plugins")} hint={t("settings.pluginsHint")} />
      {field}
      <Shown of={loaded}>
        {(plugins) =>
          plugins.length === 0 ? (
            <Empty title={t("settings.noPlugins")}>{t("settings.noPluginsHint")}</Empty>
          ) : (
            <ul aria-label={t("manners.page_plugins")} className="flex flex-col gap-4">
              {plugins.map((plugin) => (
                <PluginCard key={plugin.place} plugin={plugin} query={query} onChanged={loaded.reload} />
              ))}
            </ul>
          )
        }
      </Shown>
    </>
  )
}

interface PluginCardProps {
  readonly plugin: PluginInfo
  readonly query: { readonly workspace?: string }
  readonly onChanged: () => void
}

function PluginCard({ plugin, query, onChanged }: PluginCardProps) {
  const { name, version, place, state, why, tools, contextProviders, settings, problems } = plugin
  return (
    <li className="rounded-xl border border-line bg-surface">
      <div className="flex flex-col gap-2 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-medium break-all">{name}</h3>
          {version !== undefined && <span className="text-sm text-quiet">{version}</span>}
          <Badge tone={TONES[state]}>{t(`settings.plugin_${state}`)}</Badge>
        </div>
        {place !== name && <p className="font-mono text-xs break-all text-quiet">{place}</p>}
        {why !== undefined && <Note tone="bad">{why}</Note>}
        {problems.map((problem) => (
          <Note key={problem} tone="bad">
            {problem}
          </Note>
        ))}
        <Parts parts={[...tools, ...contextProviders]} />
      </div>
      {settings.length > 0 && (
        <ul aria-label={t("settings.pluginSettings", { name })} className="divide-y divide-line border-t border-line">
          {settings.map((setting) => (
            <PluginSetting key={setting.name} plugin={name} {...{ setting, query, onChanged }} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Parts({ parts }: { readonly parts: readonly PartInfo[] }) {
  return (
    <ul className="flex flex-col gap-1">
      {parts.map(({ name, state, why, missing }) => (
        <li key={name} className="flex flex-wrap items-center gap-2 text-xs">
          <code className="font-mono break-all">{name}</code>
          {state === "standby" && <Badge tone="warn">{t("settings.plugin_standby")}</Badge>}
          {state === "standby" && (
            <span className="text-quiet">
              {missing.length === 0
                ? why
                : t("settings.partMissing", { settings: missing.map(({ setting }) => setting).join(", ") })}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
