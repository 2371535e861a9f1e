// Tool names that every provider accepts (`server__tool`, at most 64 of [a-zA-Z0-9_-]), the same on every start.
import { createHash } from "node:crypto"

const MAX_IN_TOOL = 64
// Leaves room for the tool's own name.
const MAX_IN_SERVER = 32

/** Without `__` and without `_` at its ends, so that names of two servers never collide; empty if nothing is left. */
export function serverName(key: string): string {
  const plain = sanitise(key)
    .replace(/_{2,}/g, "_")
    .replace(/^_+|_+$/g, "")
  return fit(plain, key, MAX_IN_SERVER).replace(/_{2,}/g, "_")
}

/** Maps the server's names to ours. A name that needs no change stays; one that collides with another gets a hash. */
export function toolNames(server: string, names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  const given = new Map<string, string>()
  const unchanged = (name: string) => sanitise(name) === name
  for (const name of [...names.filter(unchanged), ...names.filter((name) => !unchanged(name)).sort()]) {
    if (given.has(name)) continue
    const wanted = fit(`${server}__${sanitise(name)}`, name, MAX_IN_TOOL)
    const free = taken.has(wanted) ? withHash(wanted, name, MAX_IN_TOOL) : wanted
    taken.add(free)
    given.set(name, free)
  }
  return given
}

function sanitise(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_")
}

function fit(name: string, original: string, most: number): string {
  return name.length <= most ? name : withHash(name, original, most)
}

function withHash(name: string, original: string, most: number): string {
  const hash = createHash("sha256").update(original).digest("hex").slice(0, 8)
  return `${name.slice(0, most - hash.length - 1)}_${hash}`
}
