// Whether a session has read a secret, or a file outside the workspace: from then on nothing is sent unasked, whatever was allowed
// before. Found in the log, so that neither a restart nor a condensed history forgets it. Sessions that work for one
// another count as one, for they tell each other what they found.
import { realpathSync } from "node:fs"
import { isAbsolute, join, relative, resolve } from "node:path"
import type { Fact } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Log } from "../../contracts/store.ts"
import { isSecretPath } from "./secret-paths.ts"

export type HasReadSecrets = (session: string) => Promise<boolean>

/** What is known of a session up to a fact: it is read on from there. */
interface Seen {
  seq: number
  found: boolean
  parent?: string
  readonly children: Set<string>
}

const SLICE = 500
/** Of more sessions nothing is kept: they are read again. */
const MOST_KEPT = 200

export function secretsReadIn(log: Pick<Log, "read">, root: string): HasReadSecrets {
  const known = new Map<string, Seen>()
  const look = async (session: string): Promise<Seen> => {
    const seen = known.get(session) ?? { seq: 0, found: false, children: new Set<string>() }
    known.delete(session)
    known.set(session, seen)
    for (const oldest of known.keys()) if (known.size > MOST_KEPT) known.delete(oldest)
    for (;;) {
      const facts = await log.read(session, seen.seq, SLICE)
      for (const fact of facts) note(seen, fact, root)
      if (facts.length < SLICE) return seen
    }
  }
  return async (session) => {
    const family = new Set([session])
    // Grows while it is gone through.
    for (const each of family) {
      const { found, parent, children } = await look(each)
      if (found) return true
      for (const other of [...children, ...(parent === undefined ? [] : [parent])]) family.add(other)
    }
    return false
  }
}

function note(seen: Seen, fact: Fact, root: string): void {
  seen.seq = Math.max(seen.seq, fact.seq)
  if (fact.type === "session-opened" && fact.parent?.kind === "delegation") seen.parent = fact.parent.session
  if (fact.type === "tool-started") {
    if (fact.child !== undefined) seen.children.add(fact.child)
    // An address is no file.
    seen.found ||= fact.name !== "fetch_url" && namesSecret(fact.arguments, root)
  }
  if (fact.type === "tool-finished")
    seen.found ||= fact.content.some((part) => part.type === "text" && KEYS.test(part.text))
}

/** In any argument, for a server's tools read files too. */
export function namesSecret(given: JsonObject, root: string): boolean {
  const texts = textsIn(given)
  // What is too much to look at may be one: nothing else would be done meanwhile.
  if (texts === undefined || texts.some((text) => isSecretPath(text) || isOutside(text, root))) return true
  // Of very many words none is looked up.
  return texts.length > MOST_LOOKED_UP || texts.some((text) => leadsToSecret(text, root))
}

const MOST_LOOKED_UP = 500
/** In characters and values. */
const LONGEST_LOOK = 100_000

/** By links, as they are now. */
function leadsToSecret(text: string, root: string): boolean {
  try {
    return isSecretPath(relative(realpathSync(root), realpathSync(resolve(root, text))))
  } catch {
    // It is no file.
    return false
  }
}

/** What may be a path; undefined where that is more than is looked at. */
function textsIn(given: JsonObject): readonly string[] | undefined {
  const texts: string[] = []
  let left = LONGEST_LOOK
  const waiting: { readonly value: Json; readonly name?: string }[] = [{ value: given }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, name = "" } = next
    if (Array.isArray(value) && value.length > left) return undefined
    const found = typeof value === "string" ? pathsIn(value, name, left) : []
    if (found === undefined) return undefined
    for (const each of found) texts.push(each)
    left -= 1 + found.reduce((sum, each) => sum + each.length, 0)
    if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        // A key of an argument may be a path, too; "secrets" alone is the name of a field.
        if (name !== "" && !Array.isArray(value) && /[.\\/]/.test(key)) texts.push(key)
        left -= Array.isArray(value) ? 0 : key.length
        waiting.push({ value: inner, name: Array.isArray(value) ? name : key })
        if (left < waiting.length) return undefined
      }
  }
  return texts
}

/** Text of many lines is content, unless it is a command: of that, each word may be one. */
function pathsIn(text: string, name: string, most: number): readonly string[] | undefined {
  const isCommand = COMMANDS.test(name)
  const trimmed = text.trim()
  if (!isCommand && trimmed.includes("\n")) return []
  if (trimmed.length > most) return undefined
  return isCommand ? trimmed.split(/[\s"'`;|&<>()={},:$]+/).filter((word) => word !== "") : [trimmed]
}

const COMMANDS = /^(?:command|cmd|script|shell|code|args|argv)$/i

function isOutside(word: string, root: string): boolean {
  if (/^(?:~|HOME$|HOME\/)/.test(word)) return true
  const path = word.replace(/^file:\/\//, "")
  if (!isAbsolute(path) && !path.split("/").includes("..")) return false
  const whole = resolve(root, path)
  return whole !== root && !whole.startsWith(join(root, "/")) && !SYSTEM.test(`${whole}/`)
}

/** What is the same on every machine: programs, devices, and what is thrown away. */
const SYSTEM = /^\/(?:usr|bin|sbin|lib\w*|dev|tmp|nix)\//

/** What can be nothing else, by the beginning that its maker gave it. */
const KEYS =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bsk-[\w-]{20,}|\bgh[oprsu]_\w{20,}|\bgithub_pat_\w{20,}|\bxox[abeoprs]-[\w-]{10,}|\bAIza[\w-]{30,}|\bglpat-[\w-]{16,}|\bnpm_\w{30,}/
