// REPL commands to undo file changes, to rewind turns, and to list effects with unknown outcomes.
import type { Session, UndoReport } from "@pawl/agent"
import { effectLines } from "../sessions/effects.ts"
import { adviceFor, changeLines, checkpointLines, reportLines } from "../sessions/undo-text.ts"
import type { ReplCommand, Room } from "./commands.ts"

export const UNDO_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/undo",
    usage: "/undo [list|turn [N]|CALL] [force]",
    summary: "undo file changes: the last one, a turn's, or a call's",
    run: undo,
  },
  {
    name: "/checkpoint",
    usage: "/checkpoint [rewind N [files|conversation]]",
    summary: "list the turns, or go back to before one",
    run: checkpoint,
  },
  {
    name: "/effects",
    usage: "/effects",
    summary: "list calls that may or may not have taken effect",
    run: async ({ conversation, terminal }) => tellAll(terminal, effectLines(await conversation.session.facts())),
  },
]

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

async function checkpoint({ conversation, terminal }: Room, words: readonly string[]): Promise<void> {
  const { session } = conversation
  const [action, number, what = "both"] = words.filter((word) => word !== "force")
  if (action === undefined) {
    const checkpoints = await session.checkpoints()
    const hint = terminal.style.dim(
      "/checkpoint rewind TURN goes back to before a turn; /session fork FACT goes on from a fact in a new session.",
    )
    return tellAll(terminal, [
      ...checkpointLines(checkpoints, terminal.style),
      ...(checkpoints.length > 0 ? [hint] : []),
    ])
  }
  const isKnown = what === "files" || what === "conversation" || what === "both"
  if (action !== "rewind" || !/^\d+$/.test(number ?? "") || !isKnown)
    return terminal.tell("Use /checkpoint, or /checkpoint rewind N [files|conversation|both].")
  const isForced = words.includes("force")
  const report = await session.rewind({ turn: Number(number), what, ...(isForced && { force: true }) })
  tellReport(terminal, report, { lead: "", isForced, again: `/checkpoint rewind ${number} files` })
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
