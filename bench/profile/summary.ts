// Sums up a .cpuprofile: microseconds a round by part of the program, and the functions that take most of them.
import { median } from "../figures.ts"

export interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

/** How much longer than most a gap between samples may be. */
const GAP = 5

export interface Share {
  readonly name: string
  readonly micros: number
}

/** Times are a round's, the largest first. Waiting is left out, also for the disk. */
export function sumUp(profile: Profile, rounds: number): { readonly parts: Share[]; readonly functions: Share[] } {
  const parents = parentsIn(profile.nodes)
  const parts = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const [node, micros] of selfTimes(profile)) {
    const owner = ownerOf(node, parents)
    if (isOutside(owner)) continue
    add(parts, partOf(owner), micros / rounds)
    add(functions, placeOf(node, owner), micros / rounds)
  }
  return { parts: largestFirst(parts), functions: largestFirst(functions) }
}

function parentsIn(nodes: readonly ProfileNode[]): ReadonlyMap<number, ProfileNode> {
  return new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node] as const)))
}

function selfTimes({ nodes, samples, timeDeltas }: Profile): ReadonlyMap<ProfileNode, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const times = new Map<ProfileNode, number>()
  // In a gap that is longer than this the thread was not running: it waited for the disk, or other programs ran.
  const longest = GAP * median(timeDeltas)
  samples.forEach((id, at) => {
    const node = byId.get(id)
    if (node !== undefined) times.set(node, (times.get(node) ?? 0) + Math.min(timeDeltas[at] ?? 0, longest))
  })
  return times
}

/** What JavaScript has built in (JSON.stringify, say) counts for the function that called it. */
function ownerOf(node: ProfileNode, parents: ReadonlyMap<number, ProfileNode>): ProfileNode {
  let owner: ProfileNode | undefined = node
  while (owner !== undefined && owner.callFrame.url === "") owner = parents.get(owner.id)
  return owner ?? node
}

/** Waiting, and the recording itself. */
function isOutside({ callFrame: { functionName, url } }: ProfileNode): boolean {
  return functionName === "(idle)" || url === "node:inspector" || url.startsWith("node:inspector/")
}

function partOf({ callFrame: { functionName, url } }: ProfileNode): string {
  if (functionName === "(garbage collector)") return "gc"
  const [, folder] = /\/packages\/agent\/src\/(?:([\w-]+(?:\/[\w-]+)?)\/)?[^/]+$/.exec(deeper(url)) ?? []
  if (folder !== undefined) return folder
  if (/node:internal\/deps\/undici|node_modules\/undici\//.test(url)) return "undici"
  const [, named] = /node_modules\/((?:@[\w-]+\/)?[\w-]+)\//.exec(url) ?? []
  if (named !== undefined) return named
  if (/^node:(net|internal\/stream_base_commons)$/.test(url)) return "sockets"
  if (url.startsWith("node:")) return "node core"
  return url.includes("/bench/") ? "the benchmark itself" : "native code and microtasks"
}

/** A folder counts with what is below it, from the second level on: "model/wire/openai" is "model/wire". */
function deeper(url: string): string {
  return url.replace(/(\/packages\/agent\/src\/[\w-]+\/[\w-]+)\/.*\/([^/]+)$/, "$1/$2")
}

function placeOf({ callFrame }: ProfileNode, { callFrame: owner }: ProfileNode): string {
  const file = owner.url.replace(/^.*\/(packages\/agent\/src|node_modules)\//, "")
  const name = callFrame.functionName || "(anonymous)"
  if (owner.url === "") return name
  return callFrame === owner
    ? `${name} ${file}:${owner.lineNumber + 1}`
    : `${name} in ${owner.functionName} ${file}:${owner.lineNumber + 1}`
}

function add(sums: Map<string, number>, name: string, micros: number): void {
  sums.set(name, (sums.get(name) ?? 0) + micros)
}

function largestFirst(sums: ReadonlyMap<string, number>): Share[] {
  return [...sums].map(([name, micros]) => ({ name, micros })).sort((a, b) => b.micros - a.micros)
}
