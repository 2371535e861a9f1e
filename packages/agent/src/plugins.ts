// @pawl/agent/plugins: plugins by themselves, for programs that find, check, list or set them up.
import { systemClock } from "./session/system-clock.ts"
import type { Plugin } from "./tools/plugins/plugin.ts"
import { loadPlugins as load, type PluginOptions, type Plugins } from "./tools/plugins/plugins.ts"

export { type KnownSecrets, knownSecrets } from "./contracts/known-secrets.ts"
export { findPlugins } from "./tools/plugins/find-plugins.ts"
export type { PluginOptions, Plugins } from "./tools/plugins/plugins.ts"
export type { SettingStatus } from "./tools/plugins/settings.ts"
export type { MissingSetting } from "./tools/plugins/standing.ts"
export type { PartStatus, PluginStatus } from "./tools/plugins/status.ts"

export { loadPlugins }

/** What is broken is in the status, and stops nobody. Two plugins of one name are an error. */
function loadPlugins(
  plugins: readonly (string | Plugin)[],
  options: PluginOptions & { readonly workspace?: string } = {},
): Promise<Plugins> {
  return load(plugins, options, { clock: systemClock, workspace: options.workspace })
}
