// Converts tool names and arguments to what both providers accept. Pawl's names may contain dots, a model may write
// anything, and a provider would refuse every request whose history contains something invalid.
import { wellFormed, wellFormedJson, wholeCharacters } from "../../base/well-formed.ts"
import type { Call } from "../../contracts/message.ts"
import type { ToolDefinition } from "../../contracts/model.ts"

const ACCEPTED = /^[a-zA-Z0-9_-]{1,64}$/

export function wireName(name: string): string {
  if (ACCEPTED.test(name)) return name
  // The hash distinguishes "a.b" from "a_b", and long names with the same beginning.
  return `${name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 55) || "tool"}_${hash(name)}`
}

/**
 * Always an object without lone surrogates: endpoints that parse the arguments in a history would refuse anything else
 * with every request. Text that is not an object is kept inside one.
 */
export function givenArguments({ arguments: given, unreadable }: Call): Call["arguments"] {
  return wellFormed(unreadable === undefined ? given : { unreadable }, wholeCharacters)
}

/** The same in JSON. */
export function argumentsJson({ arguments: given, unreadable }: Call): string {
  return wellFormedJson(unreadable === undefined ? given : { unreadable })
}

/** Maps wire names back to the names of this request's tools. */
export function namesOf(tools: readonly ToolDefinition[]): (wireName: string) => string {
  const changed = tools.filter((tool) => !ACCEPTED.test(tool.name))
  if (changed.length === 0) return same
  const ours = new Map(changed.map((tool) => [wireName(tool.name), tool.name]))
  return (name) => ours.get(name) ?? name
}

/** A fixed order, independent of registration: the provider's prompt cache begins with the tools. */
export function sortedByName(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

function same(name: string): string {
  return name
}

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return (value >>> 0).toString(16).padStart(8, "0")
}
