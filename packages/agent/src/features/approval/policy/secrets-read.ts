// Whether a session has read a secret, or a file outside the workspace: from then on nothing is sent without approval,
// whatever was granted before. It is derived from the log, so that neither a restart nor a compaction forgets it. A
// parent and its children count as one session, for they exchange what they found.
import { realpathSync } from "node:fs"
import { isAbsolute, relative, resolve } from "node:path"
import type { BlobReader } from "../../../contracts/blobs.ts"
import { isText, type Part } from "../../../contracts/content.ts"
import type { Fact } from "../../../contracts/fact.ts"
import type { JsonObject } from "../../../contracts/json.ts"
import type { Log } from "../../../contracts/store.ts"
import type { ToolStarted } from "../../../kernel/facts/tool-started.ts"
import { wordsBesidePatterns } from "./harmless-lines.ts"
import { COMMANDS, isOutside, textsIn } from "./named-paths.ts"
import { foldersSearched, type Searched } from "./searched-folders.ts"
import { hasSecretFiles, isSecretFile } from "./secret-files.ts"
import { isSecretPath } from "./secret-paths.ts"
import { looksLikeSecret } from "./secret-shapes.ts"
import { quotesSecretFile } from "./secret-sources.ts"

export type HasReadSecrets = (session: string) => Promise<boolean>

/** What is known of a session up to a fact; later facts are read from there. */
interface Seen {
  seq: number
  found: boolean
  parent?: string
  readonly children: Set<string>
}

const SLICE = 500
/** When there are more sessions, the oldest entries are dropped and read again. */
const MAX_KEPT = 200

export interface ReadPorts {
  readonly log: Pick<Log, "read">
  /** Holds long results. */
  readonly blobs: BlobReader
}

/** `contentsOf`: for the name of a tool, its arguments that name no file. */
export function secretsReadIn(
  { log, blobs }: ReadPorts,
  root: string,
  contentsOf: (tool: string) => readonly string[] = () => [],
): HasReadSecrets {
  const known = new Map<string, Seen>()
  const look = async (session: string): Promise<Seen> => {
    const seen = known.get(session) ?? { seq: 0, found: false, children: new Set<string>() }
    known.delete(session)
    known.set(session, seen)
    for (const oldest of known.keys()) if (known.size > MAX_KEPT) known.delete(oldest)
    const hasSecrets = memoised(({ folder, passed }) => hasSecretFiles(root, folder, passed))
    for (;;) {
      const facts = await log.read(session, seen.seq, SLICE)
      for (const fact of facts) {
        note(seen, fact, { root, hasSecrets, contentsOf })
        if (!seen.found && fact.type === "tool-finished") seen.found = await showsSecret(fact.content, blobs)
      }
      if (facts.length < SLICE) return seen
    }
  }
  return async (session) => {
    const family = new Set([session])
    // The set grows during the loop.
    for (const each of family) {
      const { found, parent, children } = await look(each)
      if (found) return true
      for (const other of [...children, ...(parent === undefined ? [] : [parent])]) family.add(other)
    }
    return false
  }
}

interface Looking {
  readonly root: string
  readonly contentsOf: (tool: string) => readonly string[]
  readonly hasSecrets: (searched: Searched) => boolean
}

function note(seen: Seen, fact: Fact, { root, hasSecrets, contentsOf }: Looking): void {
  seen.seq = Math.max(seen.seq, fact.seq)
  if (fact.type === "session-opened" && fact.parent?.kind === "delegation") seen.parent = fact.parent.session
  if (fact.type === "tool-started") {
    if (fact.child !== undefined) seen.children.add(fact.child)
    // A URL is no file.
    seen.found ||= fact.name !== "fetch_url" && namesSecret(withoutPatterns(fact, contentsOf(fact.name)), root)
    seen.found ||= commandsIn(fact.arguments)
      .flatMap((line) => foldersSearched(line, root))
      .some(hasSecrets)
  }
}

/**
 * A search pattern is no path: leaves out the arguments that a tool declares as such, and patterns in a line whose
 * every word is known.
 */
function withoutPatterns({ name, arguments: given }: ToolStarted, contents: readonly string[]): JsonObject {
  const others = Object.fromEntries(Object.entries(given).filter(([argument]) => !contents.includes(argument)))
  const { command } = others
  const words = name === "run_command" && typeof command === "string" ? wordsBesidePatterns(command) : undefined
  return words === undefined ? others : { ...others, command: words.join(" ") }
}

/** The result shows a key, or lines of a file that is named like a secret. */
async function showsSecret(content: readonly Part[], blobs: ReadPorts["blobs"]): Promise<boolean> {
  for (const part of content) {
    if (!isText(part)) continue
    const text = part.type === "text" ? part.text : Buffer.from((await blobs.read(part.hash)) ?? []).toString("utf8")
    if (looksLikeSecret(text) || quotesSecretFile(text)) return true
  }
  return false
}

/** Caches per folder, because the same folder is searched again and again. */
function memoised(look: Looking["hasSecrets"]): Looking["hasSecrets"] {
  const known = new Map<string, boolean>()
  return (searched) => {
    const key = JSON.stringify(searched)
    const found = known.get(key) ?? look(searched)
    known.set(key, found)
    return found
  }
}

function commandsIn(given: JsonObject): readonly string[] {
  return Object.entries(given).flatMap(([name, value]) =>
    COMMANDS.test(name) && typeof value === "string" ? [value] : [],
  )
}

/** Checks every argument, because a server's tools read files too. */
export function namesSecret(given: JsonObject, root: string): boolean {
  const texts = textsIn(given)
  // Arguments too large to check count as secret: checking them would block everything else.
  if (texts === undefined || texts.some((text) => isSecretPath(text) || isPrivate(text, root))) return true
  // With very many words, none is looked up on disk.
  return texts.length > MAX_LOOKED_UP || texts.some((text) => leadsToSecret(text, root))
}

const MAX_LOOKED_UP = 500

/** Follows links, as they are now. */
function leadsToSecret(text: string, root: string): boolean {
  try {
    const top = realpathSync(root)
    return isSecretFile(top, relative(top, realpathSync(resolve(root, text))))
  } catch {
    // Not a file.
    return false
  }
}

/** A way out of the workspace that begins in it, or at home, is one to other files of the user, wherever the workspace lies. */
function isPrivate(text: string, root: string): boolean {
  const isOfSystem = isAbsolute(text) && SYSTEM.test(`${resolve(text)}/`)
  return isOutside(text, root) && !isOfSystem
}

/** The same on every machine: programs, devices, and temporary files. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|dev|tmp|nix)\//
