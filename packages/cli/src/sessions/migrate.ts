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
  if (nameOf(from) === nameOf(to) || (await leadToOne(from, to)))
    throw wrongUsage("FROM and TO are the same store. Name two.")
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

/** One store may have several names: those of its host, and the default of what one of them leaves out. */
async function leadToOne(from: Address, to: Address): Promise<boolean> {
  if (from.kind !== "postgres" || to.kind !== "postgres") return false
  const { sameStore } = await import("@pawl/postgres")
  return sameStore(from.url, to.url)
}

interface Copying {
  readonly source: Store
  readonly target: Store
  readonly name: string
  readonly flags: Flags
}

async function copy({ source, target, name, flags }: Copying): Promise<number> {
  const dryRun = flags.has("dry-run")
  const skipUnchanged = flags.has("skip-unchanged")
  const isJson = flags.has("json")
  const onSession = isJson ? noteSession : showProgress
  const moved = await moveStore(source, target, { dryRun, skipUnchanged, name, keeps: OWN_RECORDS, onSession })
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
  const skipped = sessions.skipped > 0 ? `, ${sessions.skipped} look unchanged` : ""
  const lines = [
    `${sessions.copied} sessions ${would}copied, ${sessions.same} are equal already${skipped} (${facts} facts, ${blobs} blobs)`,
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
  const { skipped } = sessions
  if (isEqual && skipped === 0) return "Everything is equal on both sides."
  if (isEqual) return `Everything that was compared is equal on both sides. ${skippedText(skipped)}`
  const isRefused = sessions.refused + records.refused.length > 0
  const isUnfinished = sessions.running + sessions.failed > 0
  const sentences = [
    "Not everything is equal.",
    ...(isUnfinished ? ["Run the command again for what runs or has failed: it writes only what is new."] : []),
    ...(isRefused ? [REFUSED] : []),
    ...(sessions.damaged > 0 ? [DAMAGED] : []),
    ...(skipped > 0 ? [skippedText(skipped)] : []),
  ]
  return sentences.join(" ")
}

/** A copy that went on in the target is newer than its source: nobody is told to remove it without a look. */
const REFUSED =
  "What was refused is left as it is in the target. If a process of the target uses it, stop that process and run this again. " +
  "If both sides have something else, look at both: the target's may be the newer. Only what you do not need there can be removed " +
  "in the target, to have it copied again."

const DAMAGED =
  "What is damaged was copied as the source has it: the target lacks what the source has lost, unless it had it before. A backup of " +
  "the source may still have it."

function skippedText(skipped: number): string {
  const who = skipped === 1 ? "1 session looks unchanged and was" : `${skipped} sessions look unchanged and were`
  return `${who} not compared again: leave --skip-unchanged out to have all facts and blobs compared.`
}
