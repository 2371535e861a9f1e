// `pawl plugins set` and `unset`: stores one setting of a plugin, given on the command line, on stdin or at a prompt.
import type { Plugins, SettingStatus } from "@pawl/agent/plugins"
import { EXIT } from "../exit-codes.ts"
import { badInput, warn, wrongUsage } from "../failure.ts"
import { readStdin } from "../run/stdin.ts"
import { askHidden } from "../terminal/ask-hidden.ts"
import { err, out } from "../terminal/screen.ts"
import { world } from "../world.ts"

export async function setPlugin(
  action: "set" | "unset",
  [plugin, name, ...values]: readonly string[],
  plugins: Plugins,
): Promise<number> {
  if (plugin === undefined || name === undefined || values.length > 1)
    throw wrongUsage(
      `Name the plugin and the setting: "pawl plugins ${action} PLUGIN SETTING${action === "set" ? " [VALUE|-]" : ""}".`,
    )
  if (action === "unset") {
    const isDone = await plugins.unset(plugin, name)
    return say(isDone ? `"${name}" of ${plugin} is no longer stored.` : `"${name}" of ${plugin} was not stored.`)
  }
  const setting = settingOf(plugins, plugin, name)
  // The library refuses a setting that the environment sets. Let it do so before the user types a value.
  if (setting?.from === "environment") await plugins.set(plugin, name, "")
  await plugins.set(plugin, name, await valueFor(setting, values[0]))
  const off = plugins
    .status()
    .find((each) => each.name === plugin)
    ?.tools.filter(({ state }) => state === "standby")
  const still = (off ?? []).map((tool) => `${tool.name} is on standby: ${tool.why}.`)
  return say([`"${name}" of ${plugin} is stored.`, ...still].join("\n"))
}

function settingOf(plugins: Plugins, plugin: string, name: string): SettingStatus | undefined {
  const settings = plugins.status().find((each) => each.name === plugin)?.settings
  return settings?.find((each) => each.name === name)
}

async function valueFor(setting: SettingStatus | undefined, given: string | undefined): Promise<string> {
  const isSecret = setting?.isSecret === true
  if (given === "-") return piped()
  if (given !== undefined) {
    if (isSecret) warn('A secret on the command line stays in your shell\'s history. "-" reads it from stdin instead.')
    return given
  }
  // Unknown setting: the library reports it.
  if (setting === undefined) return ""
  if (world().stdin.isTTY !== true || !err.isTerminal)
    throw wrongUsage('Give the value, or "-" to read it from stdin: there is no terminal to ask on.')
  const value = await askHidden(`${setting.name}: `, isSecret)
  if (value === undefined || value === "")
    throw badInput("No value was entered, so nothing is stored. Run the command again.")
  return value
}

/** Without the line break at its end, which is not part of the value. */
async function piped(): Promise<string> {
  const { text } = await readStdin()
  const value = text.replace(/\r?\n$/, "")
  if (value === "") throw badInput("Stdin is empty, so nothing is stored. Pipe the value in.")
  return value
}

function say(text: string): number {
  out.line(text)
  return EXIT.done
}
