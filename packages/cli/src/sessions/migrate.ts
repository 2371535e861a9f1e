// `pawl migrate FROM TO`: copies all sessions of a store into another, and says what is not equal.
import { realpathSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { memory, type Store, sqlite } from "@pawl/agent"
import { type Moved, type MovedSession, moveStore } from "@pawl/agent/sessions"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { redactor } from "../redact.ts"
import { named } from "../terminal/plain.ts"
import { err, out } from "../terminal/screen.ts"
import { fromHere } from "../world.ts"

/** Where a store is. */
type Address = { readonly kind: "sqlite"; readonly file: string } | { readonly kind: "postgres"; readonly url: string }

/** A server makes these for each store; they are worth nothing elsewhere. */
const OWN_RECORDS = ["server", "access"]

export async function migrate({ words, flags }: Request): Promise<number> {
  const [from, to] = addressesIn(words, flags)
  if (nameOf(from) === nameOf(to)) throw wrongUsage("FROM and TO are the same store. Name two.")
  const source = await openSource(from)
  try {
    const target = await openTarget(to, flags.has("dry-run"))
    try {
      return await copy({ source, target, name: nameOf(from), flags })
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

interface Copying {
  readonly source: Store
  readonly target: Store
  readonly name: string
  readonly flags: Flags
}

async function copy({ source, target, name, flags }: Copying): Promise<number> {
  const dryRun = flags.has("dry-run")
  const isJson = flags.has("json")
  const onSession = isJson ? noteSession : showProgress
  const moved = await moveStore(source, target, { dryRun, name, keeps: OWN_RECORDS, onSession })
  if (!isJson && err.isScreen) err.rewrite("")
  if (isJson) out.json({ dryRun, ...moved })
  else out.write(summaryText(moved, dryRun))
  return dryRun || moved.isEqual ? EXIT.done : EXIT.failed
}

function noteSession(session: MovedSession): void {
  err.json({ event: "session", ...session })
}

function showProgress(_session: MovedSession, done: number, all: number): void {
  if (err.isScreen) err.rewrite(`${done} of ${all} sessions`)
}

function addressesIn(words: readonly string[], flags: Flags): readonly [Address, Address] {
  const [from, to, ...more] = words
  if (flags.has("database")) throw wrongUsage(`"pawl migrate" names both stores: leave --database out. ${WRITE}`)
  if (from === undefined || to === undefined || more.length > 0) throw wrongUsage(`From where to where? ${WRITE}`)
  return [addressOf(from), addressOf(to)]
}

const WRITE = "Write pawl migrate sqlite:///PATH/pawl.db postgres://USER@HOST/NAME, or the other way round."

/** A url may hold a password: it is not repeated. */
function addressOf(word: string): Address {
  if (/^postgres(?:ql)?:\/\/./.test(word)) return { kind: "postgres", url: word }
  const [, path] = /^sqlite:\/\/(.+)$/.exec(word) ?? []
  if (path !== undefined) return { kind: "sqlite", file: realPath(fromHere(path)) }
  throw wrongUsage(`A store is named by sqlite://PATH or postgres://USER@HOST/NAME. ${WRITE}`)
}

/** The file may not be there yet. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Without a password, and the same however often it is copied. */
function nameOf(address: Address): string {
  if (address.kind === "sqlite") return `sqlite://${address.file}`
  return redactor({})(address.url).replace(/^postgresql:/, "postgres:")
}

async function openSource(address: Address): Promise<Store> {
  if (address.kind === "sqlite") {
    if (!isFile(address.file))
      throw badInput(`There is no file "${address.file}" to copy from. "pawl config path" shows where yours is.`)
    return sqlite(address.file)
  }
  const { hasStore, postgres } = await import("@pawl/postgres")
  if (await hasStore(address.url)) return postgres(address.url)
  throw badInput("The database to copy from has no store of Pawl. Check its name; nothing was made in it.")
}

/** What would be copied into a store that does not exist is all: so an empty one is compared with. */
async function openTarget(address: Address, dryRun: boolean): Promise<Store> {
  if (address.kind === "sqlite") {
    if (dryRun && !isFile(address.file)) return memory()
    if (statSync(dirname(address.file), { throwIfNoEntry: false }) === undefined)
      throw badInput(`There is no folder "${dirname(address.file)}" to copy into. Make it first.`)
    return sqlite(address.file)
  }
  const { hasStore, postgres } = await import("@pawl/postgres")
  return dryRun && !(await hasStore(address.url)) ? memory() : postgres(address.url)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function summaryText(moved: Moved, dryRun: boolean): string {
  const { sessions, facts, blobs, records, usage, unequal } = moved
  const would = dryRun ? "would be " : ""
  const lines = [
    `${sessions.copied} sessions ${would}copied, ${sessions.same} are equal already (${facts} facts, ${blobs} blobs)`,
    `${records.copied} records ${would}copied, ${records.same} are equal already, ${records.removed} ${would}removed`,
    `${usage} sums of usage ${would}raised`,
    ...unequal.map(unequalText),
    ...records.refused.map((record) => `refused: record ${named(record)} was changed in the target`),
    ...(dryRun ? [] : [endText(moved)]),
  ]
  return `${lines.join("\n")}\n`
}

function unequalText({ id, outcome, why = "" }: MovedSession): string {
  if (outcome === "running") return `still running: ${named(id)}, copied as far as it has come`
  return `${outcome}: ${named(id)}, ${named(why)}`
}

function endText({ isEqual, sessions, records }: Moved): string {
  if (isEqual) return "Everything is equal on both sides."
  const isRefused = sessions.refused + records.refused.length > 0
  const advice = isRefused
    ? " What was refused is not overwritten. If a process of the target, or another copy, uses it, run this again when that has ended; if it differs, remove it in the target to have it copied."
    : ""
  return `Not everything is equal. Run the command again: it copies only what is new.${advice}`
}
