// The parts of a request that are stored by hash: the prompt, the tools, and the names of the tools there were to
// choose from.
import { toBlob } from "../base/blob.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { Blob } from "../contracts/store.ts"
import type { RequestParts } from "./request-parts.ts"

export type HashSection = (name: string, value: string | readonly ToolDefinition[]) => Blob

export function storedSections(
  { system, front, tools, definitions }: RequestParts,
  hashed: HashSection,
): Readonly<Record<string, Blob>> {
  return {
    system: hashed("system", system),
    ...(front !== "" && { turn: hashed("turn", front) }),
    tools: hashed("tools", tools),
    // Not sent to the model: the next request compares it to find added and removed tools. A withheld tool is not
    // removed.
    catalogue: hashed("catalogue", namesOf(definitions)),
  }
}

export function hashesOf(stored: Readonly<Record<string, Blob>>): Readonly<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const [name, { hash }] of Object.entries(stored)) hashes[name] = hash
  return hashes
}

/** Sections rarely change between requests: they are serialised and hashed only when they do. */
export function sectionCache(): HashSection {
  const last = new Map<string, { readonly value: unknown; readonly blob: Blob }>()
  return (name, value) => {
    const known = last.get(name)
    if (known?.value === value) return known.blob
    const blob = toBlob(typeof value === "string" ? value : JSON.stringify(value))
    last.set(name, { value, blob })
    return blob
  }
}

/** JSON in an order that does not depend on which source answered first. The list is the same array until it changes. */
function namesOf(definitions: readonly ToolDefinition[]): string {
  const known = written.get(definitions)
  if (known !== undefined) return known
  const names = JSON.stringify(definitions.map(({ name }) => name).sort())
  written.set(definitions, names)
  return names
}

const written = new WeakMap<readonly ToolDefinition[], string>()
