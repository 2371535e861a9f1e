// Formats a plugin's status: what can be used, which settings are missing, and where each is set. Secrets are masked.
import type { PluginStatus } from "@pawl/agent"
import { named, short } from "../terminal/plain.ts"
import { dim, green, red, yellow } from "../terminal/style.ts"

type Part = PluginStatus["tools"][number]
type Setting = PluginStatus["settings"][number]

export function statusText(status: PluginStatus): string {
  const { name, version, place, state, why, tools, contextProviders, settings, problems } = status
  if (state === "broken") return `${red("broken")}  ${named(place)}\n  ${named(why ?? "")}`
  const paint = state === "ready" ? green : yellow
  return [
    `${named(name)}${version === undefined ? "" : ` ${named(version)}`}  ${paint(state)}  ${dim(named(place))}`,
    ...tools.map((part) => partText("tool", part)),
    ...contextProviders.map((part) => partText("live state", part)),
    ...settings.map(settingText),
    ...missingIn(status).map((setting) => dim(`  to set it    pawl plugins set ${named(name)} ${named(setting)}`)),
    ...problems.map((problem) => `  ${red("wrong")}       ${named(problem)}`),
  ].join("\n")
}

function missingIn({ tools, contextProviders }: PluginStatus): readonly string[] {
  return [...new Set([...tools, ...contextProviders].flatMap(({ missing }) => missing.map(({ setting }) => setting)))]
}

export function checkText(status: PluginStatus): string {
  const { state, problems } = status
  if (state === "broken" || problems.length > 0) return `${red("fail")}  ${statusText(status)}`
  return `${state === "ready" ? green("ok  ") : yellow("warn")}  ${statusText(status)}`
}

function partText(what: string, { name, state, why }: Part): string {
  const standby = state === "ready" ? "" : `  ${yellow("standby")}: ${named(why ?? "")}`
  return `  ${what.padEnd(10)}  ${named(name)}${standby}`
}

function settingText({ name, shown, from, variable, isRequired, problem }: Setting): string {
  const value = shown === undefined ? "" : ` ${short(typeof shown === "string" ? shown : JSON.stringify(shown), 60)}`
  const origin = from === "nowhere" ? `not set${isRequired ? ", required" : ""}` : from
  const wrong = problem === undefined ? "" : `  ${red(named(problem))}`
  return `  ${"setting".padEnd(10)}  ${named(name)}${value}  ${dim(`(${origin}; ${variable})`)}${wrong}`
}
