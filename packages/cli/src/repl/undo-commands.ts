// REPL commands to undo file changes, to rewind turns, and to list effects with unknown outcomes.
import { isPawlError, type Session, type UndoReport } from "@pawl/agent"
import { exitOfError } from "../exit-codes.ts"
import { Failure } from "../failure.ts"
import { effectLines } from "../sessions/effects.ts"
import { when } from "../sessions/list-sessions.ts"
import { adviceFor, changeLines, checkpointLines, reportLines } from "../sessions/undo-text.ts"
import { BUSY, type ReplCommand, type Room, words } from "./command.ts"
import type { Candidate, Completion } from "./terminal.ts"

export const UNDO_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/undo",
    usage: "/undo [list|turn [N]|CALL] [force]",
    summary: "undo file changes: the last one, a turn's, or a call's",
    details: "/undo list shows the changes. force also puts back what others changed since.",
    isUsable: async ({ conversation }) => (await conversation.session.changes()).length > 0,
    complete: (_, given) => (given.length === 0 ? UNDO_WORDS : []),
    run: (room, given) => undo(room, given).catch(inOwnWords),
  },
  {
    name: "/rewind",
    usage: "/rewind [N [files|conversation|both]]",
    summary: "go back to before a turn: choose it, or give its number",
    details: "files puts back the files alone, conversation what was said alone, both (the default) puts back both.",
    isUsable: hasTurns,
    complete: rewindWords,
    run: (room, given) => rewind(room, given).catch(inOwnWords),
  },
  {
    name: "/checkpoint",
    usage: "/checkpoint [rewind N [files|conversation]]",
    summary: "list the turns, or go back to before one",
    isUsable: hasTurns,
    complete: (room, [action, ...more]) =>
      action === undefined
        ? words(["rewind", "go back to before a turn"])
        : action === "rewind"
          ? rewindWords(room, more)
          : [],
    run: (room, given) => checkpoint(room, given).catch(inOwnWords),
  },
  {
    name: "/effects",
    usage: "/effects",
    summary: "list calls that may or may not have taken effect",
    isUsable: hasTurns,
    run: async ({ conversation, terminal }) => tellAll(terminal, effectLines(await conversation.session.facts())),
  },
]

const UNDO_WORDS = words(["list", "show the changes"], ["turn", "undo those of the last turn, or of turn N"])
const WHATS = words(
  ["files", "the files alone"],
  ["conversation", "what was said alone"],
  ["both", "files and conversation"],
)

/** The library does not know by which commands its lists are shown. */
const LISTS: Readonly<Record<string, string>> = {
  "Look at the list of changes.": "/undo list shows the changes.",
  "Look at the list of checkpoints.": "/checkpoint lists the turns.",
}

function inOwnWords(error: unknown): never {
  if (!isPawlError(error)) throw error
  const said = Object.entries(LISTS).reduce((text, [theirs, ours]) => text.replace(theirs, ours), error.message)
  throw new Failure(exitOfError(error), said, { cause: error })
}

async function hasTurns({ conversation }: Room): Promise<boolean> {
  return (await conversation.session.info()).turns > 0
}

async function rewindWords({ conversation }: Room, given: readonly string[]): Promise<readonly Completion[]> {
  if (given.length === 1) return WHATS
  if (given.length > 1) return []
  return (await turnsOf(conversation.session)).map(({ value, label }) => ({ text: value, about: label }))
}

/** The turns of the conversation, the newest first. */
async function turnsOf(session: Session): Promise<readonly Candidate[]> {
  const open = (await session.checkpoints()).filter(({ rewound }) => !rewound)
  return open.toReversed().map(({ turn, at, said, files }) => {
    const changed = files.length === 0 ? [] : [files.length === 1 ? (files[0] ?? "") : `${files.length} files`]
    return { value: `${turn}`, label: said, about: [`turn ${turn}`, when(at), ...changed].join(", ") }
  })
}

async function rewind(room: Room, given: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const [number, ...more] = given
  if (number !== undefined) return goBack(room, number, more)
  if (conversation.isBusy) return terminal.tell(BUSY)
  const candidates = await turnsOf(conversation.session)
  if (candidates.length === 0) return terminal.tell("This session has no turns yet, so there is nothing to go back to.")
  const turn = await terminal.choose({ title: "go back to before", candidates })
  if (turn === undefined) return
  const whats = WHATS.toReversed().map(({ text, about = "" }) => ({ value: text, label: text, about }))
  const what = await terminal.choose({ title: `go back to before turn ${turn}, with`, candidates: whats })
  if (what !== undefined) await goBack(room, turn, [what])
}

/** `more`: what goes back, and "force". */
async function goBack({ conversation, terminal }: Room, number: string, more: readonly string[]): Promise<void> {
  const [what = "both", ...rest] = more.filter((word) => word !== "force")
  const isKnown = what === "files" || what === "conversation" || what === "both"
  if (!/^\d+$/.test(number) || !isKnown || rest.length > 0)
    return terminal.tell("Use /rewind, or /rewind N [files|conversation|both]; /checkpoint shows the numbers of turns.")
  const isForced = more.includes("force")
  const report = await conversation.session.rewind({ turn: Number(number), what, ...(isForced && { force: true }) })
  tellReport(terminal, report, { lead: "", isForced, again: `/rewind ${number} files` })
}

const USE_UNDO = "Use /undo, /undo list, /undo turn [N], or /undo CALL; /checkpoint shows the numbers of turns."

async function undo({ conversation, terminal }: Room, words: readonly string[]): Promise<void> {
  const { session } = conversation
  const [what, number] = words.filter((word) => word !== "force")
  if (what === "list") return tellAll(terminal, changeLines(await session.changes(), terminal.style))
  const isForced = words.includes("force")
  const force = isForced ? { force: true } : {}
  if (what !== "turn") {
    const which = { ...(what === undefined ? {} : { call: what }), ...force }
    const report = await session.undo(which)
    return tellReport(terminal, report, {
      lead: await whatWas(session, report),
      isForced,
      again: `/undo ${what ?? ""}`,
    })
  }
  if (number !== undefined && !/^\d+$/.test(number)) return terminal.tell(USE_UNDO)
  const turn = number === undefined ? await lastTurn(session) : Number(number)
  const report = await session.undo({ turn, ...force })
  tellReport(terminal, report, { lead: `Turn ${turn}:`, isForced, again: `/undo turn ${turn}` })
}

async function checkpoint(room: Room, [action, number, ...more]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  if (action === "rewind" && number !== undefined) return goBack(room, number, more)
  if (action !== undefined) return terminal.tell("Use /checkpoint, or /checkpoint rewind N [files|conversation|both].")
  const checkpoints = await conversation.session.checkpoints()
  const hint = terminal.style.dim(
    "/rewind TURN goes back to before a turn; /session fork FACT goes on from a fact in a new session.",
  )
  tellAll(terminal, [...checkpointLines(checkpoints, terminal.style), ...(checkpoints.length > 0 ? [hint] : [])])
}

interface ReportHow {
  readonly lead: string
  readonly isForced: boolean
  readonly again: string
}

function tellReport(terminal: Room["terminal"], report: UndoReport, { lead, isForced, again }: ReportHow): void {
  const advice = isForced ? [] : adviceFor(report, `${again.trim()} force`)
  tellAll(terminal, [...(lead === "" ? [] : [lead]), ...reportLines(report, terminal.style), ...advice])
}

/** Names the change that was undone. */
async function whatWas(session: Session, { changes }: UndoReport): Promise<string> {
  const change = (await session.changes()).find(({ id }) => changes.includes(id))
  return change === undefined ? "" : `${change.kind === "call" ? change.tool : "undo"} of turn ${change.turn}:`
}

/** The last turn with a file change that is not undone. */
async function lastTurn(session: Session): Promise<number> {
  const open = (await session.changes()).filter(
    ({ kind, files }) => kind === "call" && Object.values(files).some(({ undone }) => undone === undefined),
  )
  return open.at(-1)?.turn ?? (await session.info()).turns
}

function tellAll(terminal: Room["terminal"], lines: readonly string[]): void {
  for (const line of lines) terminal.tell(line)
}
