// What was sent and not yet accepted. It is kept in the browser, so that a reload in between loses nothing: the words at once, the bytes of
// files beside them.
import type { BytesPart, Input } from "@pawl/client"
import { dropFiles, keepFile, keptFiles } from "./kept-files.ts"
import { ownKey } from "./own.ts"
import { readStored, removeStored, writeStored } from "./storage.ts"
import type { Sent } from "./view/session-view.ts"

export type Unsent = Sent & { readonly input: Input }

const held = new Map<string, readonly Unsent[]>()
const keyOf = (session: string) => ownKey(`unsent/${session}`)
const filesOf = (session: string, id: string) => `${keyOf(session)}\n${id}`

/** After a reload the files are missing in them: `withFiles` brings them back. */
export function unsentOf(session: string): readonly Unsent[] {
  return held.get(keyOf(session)) ?? stored(session)
}

/** What is to be sent; undefined if the browser could not keep its files. */
export async function withFiles(session: string, { id, input }: Unsent): Promise<Input | undefined> {
  if (bytesIn(input).every(({ bytes }) => bytes !== undefined)) return input
  const [kept] = await keptFiles<readonly Uint8Array[]>(filesOf(session, id))
  if (kept === undefined || typeof input === "string") return undefined
  const left = [...kept]
  return input.map((part) => (part.type === "bytes" ? { ...part, bytes: left.shift() as Uint8Array } : part))
}

/** Keeps it, or removes the one with this id. */
export function keepUnsent(session: string, unsent: Unsent | undefined, id = unsent?.id): void {
  const before = unsentOf(session)
  const others = before.filter((each) => each.id !== id)
  if (unsent === undefined && others.length === before.length) return
  const all = unsent === undefined ? others : [...others, unsent]
  held.set(keyOf(session), all)
  store(session, all)
  const files = unsent === undefined ? [] : bytesIn(unsent.input).map(({ bytes }) => bytes)
  if (files.length > 0) void keepFile(filesOf(session, id ?? ""), files)
  else if (before.some((each) => each.id === id && bytesIn(each.input).length > 0))
    void dropFiles(filesOf(session, id ?? ""))
}

/** As they come back from the storage they have no bytes. */
function bytesIn(input: Input): readonly (Omit<BytesPart, "bytes"> & Partial<BytesPart>)[] {
  return typeof input === "string" ? [] : input.filter((part) => part.type === "bytes")
}

function stored(session: string): readonly Unsent[] {
  try {
    return JSON.parse(readStored(keyOf(session)) ?? "[]") as readonly Unsent[]
  } catch {
    // Another program, or an older version, wrote it.
    return []
  }
}

function store(session: string, all: readonly Unsent[]): void {
  if (all.length === 0) removeStored(keyOf(session))
  else writeStored(keyOf(session), JSON.stringify(all, withoutBytes))
}

function withoutBytes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? undefined : value
}
