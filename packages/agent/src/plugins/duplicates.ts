// Refuses to start with duplicate names of plugins, tools or variables: calls and settings must reach the right plugin.
import { PawlError } from "../contracts/error.ts"
import type { Running } from "./running.ts"

export function refuseDuplicates(running: readonly Running[]): void {
  const byName = new Map<string, Running>()
  const byVariable = new Map<string, Running>()
  for (const one of running) {
    const { name, place, fields, plugin } = one.checked
    const tools = (plugin.tools ?? []).map((tool) => tool.name)
    const twice = tools.find((tool, index) => tools.indexOf(tool) < index)
    if (twice !== undefined) throw sameTool(one, twice)
    const other = byName.get(name)
    if (other !== undefined) throw sameName(one, other)
    byName.set(name, one)
    for (const { variable } of fields) {
      const theirs = byVariable.get(variable)
      byVariable.set(variable, one)
      if (theirs === undefined) continue
      const both = `"${theirs.checked.name}" (${theirs.checked.place}) and "${name}" (${place})`
      throw new PawlError(
        "config-invalid",
        `The plugins ${both} both have a setting that the variable ${variable} sets. Rename one of them.`,
      )
    }
  }
}

function sameTool({ checked, names }: Running, tool: string): PawlError {
  const both = names.get(tool) ?? tool
  return new PawlError(
    "tool-duplicate",
    `The plugin "${checked.name}" (${checked.place}) brings two tools named "${both}". Rename one.`,
  )
}

function sameName({ checked, names }: Running, other: Running): PawlError {
  const both = [...names.values()].find((name) => [...other.names.values()].includes(name))
  const what = both === undefined ? "" : `, and both bring the tool "${both}"`
  return new PawlError(
    "tool-duplicate",
    `Two plugins are named "${checked.name}": ${other.checked.place} and ${checked.place}${what}. Rename or remove one.`,
  )
}
