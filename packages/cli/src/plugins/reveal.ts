// `pawl plugins reveal`: prints a secret setting that the user names. No other command does.
import type { Plugins } from "@pawl/agent/plugins"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import { plain } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"

/** Prints only the value, so that it can be piped. */
export function revealPlugin([plugin, name, more]: readonly string[], plugins: Plugins, isJson: boolean): number {
  if (plugin === undefined || name === undefined || more !== undefined)
    throw wrongUsage('Name the plugin and the setting: "pawl plugins reveal PLUGIN SETTING".')
  const value = plugins.reveal(plugin, name)
  if (value === undefined)
    throw badInput(`"${name}" of ${plugin} is not set. Set it with "pawl plugins set ${plugin} ${name}".`)
  if (isJson) out.json(value)
  else out.line(plain(typeof value === "string" ? value : JSON.stringify(value)))
  return EXIT.done
}
