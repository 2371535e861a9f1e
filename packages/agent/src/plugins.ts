// The subpath @pawl/agent/plugins: plugins by themselves, for programs that find, check, list or configure them.
import { systemClock } from "./base/system-clock.ts"
import type { Plugin } from "./plugins/plugin.ts"
import { loadPlugins as load, type PluginOptions, type Plugins } from "./plugins/plugins.ts"

export type { MissingSetting } from "./plugins/availability.ts"
export { findPlugins } from "./plugins/find-plugins.ts"
export type { PluginOptions, Plugins } from "./plugins/plugins.ts"
export type { SettingStatus } from "./plugins/settings.ts"
export type { PartStatus, PluginStatus } from "./plugins/status.ts"
export { type KnownSecrets, knownSecrets } from "./secrets/known-secrets.ts"

export { loadPlugins }

/**
 * Loads plugins. A broken plugin is reported in its status and does not affect the others. Two plugins with the same
 * name are an error.
 *
 * @example
 * ```ts
 * import { findPlugins, loadPlugins } from "@pawl/agent/plugins"
 *
 * const plugins = await loadPlugins(findPlugins("plugins"))
 * await plugins.ready()
 * for (const { name, state, why } of plugins.status()) console.log(name, state, why ?? "")
 * ```
 */
function loadPlugins(
  plugins: readonly (string | Plugin)[],
  options: PluginOptions & { readonly workspace?: string } = {},
): Promise<Plugins> {
  return load(plugins, options, { clock: systemClock, workspace: options.workspace })
}
