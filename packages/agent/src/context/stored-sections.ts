// The parts of a request that are stored by hash: the prompt, the tools, and the names of the tools there were to
// choose from.
import { toBlob } from "../base/blob.ts"
import type { Blob } from "../contracts/blobs.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { Frame } from "./frame.ts"

/** The sections of a request: their hashes by name, and the blobs to store. */
export interface StoredSections {
  readonly sections: Readonly<Record<string, string>>
  readonly blobs: readonly Blob[]
}

type Parts = Pick<Frame, "system" | "front" | "tools" | "definitions">
type HashSection = (name: string, value: string | readonly ToolDefinition[]) => Blob

/** Remembers the last sections: what did not change is neither written nor hashed again. */
export function sectionStore(): (parts: Parts) => StoredSections {
  const hashed = sectionCache()
  return (parts) => {
    const stored = storedSections(parts, hashed)
    return { sections: hashesOf(stored), blobs: Object.values(stored) }
  }
}

function storedSections(
  { system, front, tools, definitions }: Parts,
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

function hashesOf(stored: Readonly<Record<string, Blob>>): Readonly<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const [name, { hash }] of Object.entries(stored)) hashes[name] = hash
  return hashes
}

/** Each section is serialised and hashed only when it changes. */
function sectionCache(): HashSection {
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
