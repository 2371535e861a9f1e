// Plugins of a workspace and their settings: secrets are masked, and what the environment sets is locked.
import type { Json } from "@pawl/agent"
import type { Plugins, SettingStatus } from "@pawl/agent/plugins"
import { z } from "zod"
import type { HeldWorkspace } from "../held-workspace.ts"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { AnyJson, AnyObject, DONE, Done } from "../schemas/common.ts"

const InWorkspace = z.object({ workspace: z.string().max(200).optional() })
const SettingParams = z.object({ plugin: z.string().min(1).max(200), setting: z.string().min(1).max(200) })

const list = route("plugins.list", {
  summary: "The plugins, what of them can be used, and their settings with where each value comes from.",
  query: InWorkspace,
  answer: z.object({ plugins: z.array(AnyObject) }),
  async handle({ query, principal, services: { workspaces } }) {
    const { agent } = workspaces.named(principal, query.workspace)
    // The agent checks plugins again whose settings have changed; its status alone is that of the last turn.
    await agent.tools()
    return { plugins: agent.plugins() as unknown as z.input<typeof AnyObject>[] }
  },
})

const set = route("plugins.set", {
  summary:
    "Stores a setting. Refused if the environment sets it, if it does not fit, or if it is the mask of a secret.",
  params: SettingParams,
  query: InWorkspace,
  body: z.object({ value: AnyJson }),
  answer: Done,
  async handle({ params: { plugin, setting }, query, body, principal, services: { workspaces }, remark }) {
    const plugins = await withSetting(workspaces.named(principal, query.workspace), plugin, setting)
    remark({ plugin, setting, old: shownIn(plugins, plugin, setting) })
    await plugins.set(plugin, setting, body.value)
    remark({ new: shownIn(plugins, plugin, setting) })
    return DONE
  },
})

const unset = route("plugins.unset", {
  summary: "Removes a stored setting: its default counts again.",
  params: SettingParams,
  query: InWorkspace,
  answer: Done,
  async handle({ params: { plugin, setting }, query, principal, services: { workspaces }, remark }) {
    const plugins = await withSetting(workspaces.named(principal, query.workspace), plugin, setting)
    remark({ plugin, setting, old: shownIn(plugins, plugin, setting) })
    await plugins.unset(plugin, setting)
    return DONE
  },
})

const reveal = route("plugins.reveal", {
  summary: "The value of a setting itself, also of a secret.",
  params: SettingParams,
  query: InWorkspace,
  answer: z.object({ value: AnyJson.nullable() }),
  async handle({ params: { plugin, setting }, query, principal, services: { workspaces } }) {
    const plugins = await withSetting(workspaces.named(principal, query.workspace), plugin, setting)
    return { value: (plugins.reveal(plugin, setting) ?? null) as z.input<typeof AnyJson> }
  },
})

/** As everybody may see it: secrets are masked. */
function shownIn(plugins: Plugins, plugin: string, setting: string): Json {
  const settings = plugins.status().find(({ name }) => name === plugin)?.settings ?? []
  return settings.find(({ name }) => name === setting)?.shown ?? null
}

/** The plugins that have this setting. */
async function withSetting(workspace: HeldWorkspace, plugin: string, setting: string): Promise<Plugins> {
  if (workspace.plugins === undefined)
    throw new HttpError(
      409,
      "not-managed",
      `The plugins of workspace "${workspace.name}" cannot be changed while the server runs.`,
    )
  const plugins = await workspace.plugins()
  const settings: readonly SettingStatus[] = plugins.status().find(({ name }) => name === plugin)?.settings ?? []
  if (settings.some(({ name }) => name === setting)) return plugins
  throw new HttpError(
    404,
    "setting-missing",
    `There is no setting "${setting}" of a plugin "${plugin}". List the plugins to see them.`,
  )
}

export const pluginRoutes = [list, set, unset, reveal]
