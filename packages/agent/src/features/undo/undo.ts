// Derives from the log what an undo or rewind would do: which files, to which bytes, and what stays.
import { defined } from "../../base/defined.ts"
import { ownValue } from "../../base/own-value.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Effect, Restored, RestorePlan, Wish } from "../../contracts/undo.ts"
import { importedUpTo } from "../../kernel/state/copied.ts"
import { type Change, changesOf } from "./changes.ts"
import { type Checkpoint, checkpointsOf, effectsIn } from "./checkpoints.ts"
import { isOpen, planRewind, planUndo } from "./undo-plan.ts"

/** Which change is taken back; the last one that is not undone unless given. */
export interface UndoOptions extends RestoreOptions {
  /**
   * The change of this call, or of an earlier undo (`restore:` and its id); the last change that is not undone unless
   * given.
   */
  readonly call?: string
  /** All changes of this turn. */
  readonly turn?: number
}

/** Which turn a session goes back to, and what goes back. */
export interface RewindOptions extends RestoreOptions {
  /** Goes back to the state before this turn. */
  readonly turn: number
  /** What goes back: files, the conversation, or both. */
  readonly what: "files" | "conversation" | "both"
}

/** How files or a conversation are put back. */
export interface RestoreOptions {
  /** Also restores files that were changed since by anything but this session's calls. */
  readonly force?: boolean
  /** Only reports what would happen to each file. */
  readonly dryRun?: boolean
  /** An id is carried out once, however often it is sent. */
  readonly id?: string
  /** The person who asked for it. */
  readonly by?: string
}

/** What was put back, and what stays. */
export interface UndoReport {
  /** What happened to each file. */
  readonly files: readonly FileReport[]
  /** Calls whose effects stay: commands, servers, and what could not be kept. */
  readonly notUndone: readonly Effect[]
  /** The changes that were taken back: calls, or earlier undos. */
  readonly changes: readonly string[]
  /** The conversation was taken back to the beginning of this turn. */
  readonly rewoundTo?: number
  /** Its id; `restore:` and this id can be undone in turn, if files were put back. Empty for a dry run. */
  readonly id: string
}

/** What happened to one file. */
export interface FileReport {
  /** The file, as its change names it. */
  readonly path: string
  /** What happened to it. */
  readonly outcome: Restored
  /** Why it was not put back. */
  readonly why?: string
  /** It was never kept, or is in another workspace: not even force puts it back. */
  readonly isLost?: boolean
}

export function wishToUndo(facts: readonly Fact[], root: string, options: UndoOptions): Wish {
  const changes = changesOf(ownFacts(facts))
  const chosen = chosenBy(changes, options)
  const { force = false } = options
  if (chosen.length === 0 && chosenBy(changesOf(facts), options).length > 0) throw importedPast()
  if (chosen.length === 0) throw nothingToUndo(options, staysOf(facts, { ...options, chosen, changes }))
  const plan = planUndo(chosen, changes, { root, force })
  return { files: plan, turns: turnsIn(facts), stays: staysOf(facts, { ...options, chosen, changes }) }
}

/**
 * Effects that no undo takes back, so that the user does not assume otherwise: those of the turn; those after the last
 * change that can be undone; or, for a call, what was lost of files since.
 */
function staysOf(facts: readonly Fact[], { call, turn, chosen, changes }: UndoOptions & Chosen): readonly Effect[] {
  if (turn !== undefined) {
    const about = turnIn(facts, turn)
    return effectsIn(facts, about.to, endOf(facts, about))
  }
  const since = effectsIn(facts, chosen.at(-1)?.seq ?? 0, Number.POSITIVE_INFINITY)
  if (call === undefined) return since
  const lost = new Set(changes.filter(({ skipped }) => Object.keys(skipped).length > 0).map(({ id }) => id))
  return since.filter((effect) => lost.has(effect.call) || effect.call === call)
}

interface Chosen {
  readonly chosen: readonly Change[]
  readonly changes: readonly Change[]
}

export function wishToRewind(facts: readonly Fact[], root: string | undefined, options: RewindOptions): Wish {
  const { turn, what, force = false } = options
  const { to } = turnIn(facts, turn)
  const all = changesOf(facts).filter(({ seq }) => seq > to)
  const since = changesOf(ownFacts(facts)).filter(({ seq }) => seq > to)
  const stays = effectsIn(facts, to, Number.POSITIVE_INFINITY)
  const rewinds = what === "files" ? {} : { to, turn }
  const wish = { turns: turnsIn(facts), stays, ...rewinds }
  if (what === "conversation") return { ...wish, changed: changedPaths(all) }
  if (all.some(({ seq }) => seq <= importedIn(facts))) throw importedPast()
  if (since.length === 0 && what === "both") return wish
  if (since.length === 0) throw nothingToUndo({ turn })
  if (root === undefined) throw noWorkspace()
  return { ...wish, files: planRewind(since, { root, force }) }
}

/** The wish that was already sent under this id: it is carried out once. */
export function wishedBefore(facts: readonly Fact[], command: string | undefined): Wish | undefined {
  const found = facts.find((fact) => fact.type === "restore-asked" && fact.command === command)
  if (found !== undefined && found.seq <= importedIn(facts)) throw importedPast()
  return found as Wish | undefined
}

/** Whoever wrote the lines of an import may have made up what files held: only what happened here counts. */
function ownFacts(facts: readonly Fact[]): readonly Fact[] {
  const imported = importedIn(facts)
  return imported === 0 ? facts : facts.filter(({ seq }) => seq > imported)
}

function importedIn([first]: readonly Fact[]): number {
  return first?.type === "session-opened" ? importedUpTo(first.parent) : 0
}

function importedPast(): PawlError {
  return new PawlError(
    "command-refused",
    "These changes came with an import: whether files held what it says is not known here, so they cannot be put back. Undo what was changed since the import, or rewind only the conversation.",
  )
}

export function fileReports(
  report: Readonly<Record<string, Restored>>,
  why: Readonly<Record<string, string>>,
  plan: Pick<RestorePlan, "never"> | undefined,
): readonly FileReport[] {
  return Object.entries(report).map(([path, outcome]) => {
    const reason = ownValue(why, path)
    const isLost = plan?.never?.includes(path) === true
    return { path, outcome, ...defined({ why: reason }), ...(isLost && { isLost }) }
  })
}

/** The turns that can be taken back. */
export function checkpointsIn(facts: readonly Fact[]): readonly Checkpoint[] {
  return checkpointsOf(facts, changesOf(facts))
}

export function noWorkspace(): PawlError {
  return new PawlError("config-invalid", "There is no workspace to put files back in. Create the agent with one.")
}

function chosenBy(changes: readonly Change[], { call, turn }: UndoOptions): readonly Change[] {
  if (call !== undefined) return changes.filter(({ id }) => id === call)
  const calls = changes.filter(({ kind }) => kind === "call")
  const isLeft = ({ files }: Change) => Object.values(files).some(isOpen)
  if (turn === undefined) return calls.filter(isLeft).slice(-1)
  return calls.filter((change) => change.turn === turn && (isLeft(change) || Object.keys(change.skipped).length > 0))
}

function nothingToUndo({ call, turn }: Pick<UndoOptions, "call" | "turn">, stays: readonly Effect[] = []): PawlError {
  const where = call !== undefined ? ` by ${call}` : turn !== undefined ? ` in turn ${turn}` : ""
  const done = stays.length === 0 ? "" : ` What these calls did cannot be undone: ${namesOf(stays)}.`
  return new PawlError(
    "command-refused",
    `There is nothing to undo: no file that was changed${where} is left to put back.${done} Look at the list of changes.`,
  )
}

const MAX_NAMED = 5

function namesOf(effects: readonly Effect[]): string {
  const last = effects.slice(-MAX_NAMED).map(({ name, arguments: given }) => {
    const words = JSON.stringify(given)
    return `${name} ${words.length > 80 ? `${words.slice(0, 79).toWellFormed()}…` : words}`
  })
  const more = effects.length - last.length
  return more > 0 ? `${last.join(", ")} and ${more} before` : last.join(", ")
}

function turnIn(facts: readonly Fact[], turn: number): Checkpoint {
  const found = checkpointsOf(facts, []).find((each) => each.turn === turn)
  if (found !== undefined) return found
  throw new PawlError("input-invalid", `There is no turn ${turn} in this session. Look at the list of checkpoints.`)
}

/** The last fact before the next turn. */
function endOf(facts: readonly Fact[], { to }: Checkpoint): number {
  const next = facts.find((fact) => fact.type === "turn-started" && fact.seq > to + 1)
  return next === undefined ? Number.POSITIVE_INFINITY : next.seq - 1
}

function turnsIn(facts: readonly Fact[]): number {
  return facts.filter(({ type }) => type === "turn-started").length
}

function changedPaths(changes: readonly Change[]): readonly string[] {
  const open = changes.flatMap(({ files }) => Object.entries(files).filter(([, file]) => isOpen(file)))
  return [...new Set(open.map(([path]) => path))]
}
