// `pawl undo` and `pawl rewind`: undoes file changes of tools, and takes a conversation back to an earlier turn.
import type { UndoReport } from "@pawl/agent"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { out } from "../terminal/screen.ts"
import { withSession } from "./undo-agent.ts"
import { adviceFor, changeLines, checkpointLines, isAllDone, reportLines } from "./undo-text.ts"

export async function undo({ words, flags }: Request): Promise<number> {
  const [name, ...more] = words
  if (more.length > 0) throw wrongUsage("One session at a time: pawl undo [ID|NAME].")
  const turn = numberFrom(flags, "turn")
  const call = flags.get("call")
  const which = { name, isLook: flags.has("list"), isTry: flags.has("dry-run") }
  return withSession(await loadSettings(flags), which, async (session) => {
    if (flags.has("list")) {
      const changes = await session.changes()
      return print(flags, changes, changeLines(changes, out.style))
    }
    const chosen = { ...(turn !== undefined && { turn }), ...(call !== undefined && { call }) }
    const report = await session.undo({ ...chosen, ...howFrom(flags) })
    return printReport(report, flags, `pawl undo ${session.id}${again(flags)} --force`)
  })
}

export async function rewind({ words, flags }: Request): Promise<number> {
  // A number alone is a turn of the last session.
  const isTurn = words.length === 1 && /^\d{1,4}$/.test(words[0] ?? "")
  const [name, turn, ...more] = isTurn ? [undefined, ...words] : words
  if (more.length > 0) throw wrongUsage("Write pawl rewind [ID|NAME] TURN. Without TURN it lists the turns.")
  const which = { name, isLook: turn === undefined, isTry: flags.has("dry-run") }
  return withSession(await loadSettings(flags), which, async (session) => {
    if (turn === undefined) {
      const checkpoints = await session.checkpoints()
      return print(flags, checkpoints, checkpointLines(checkpoints, out.style))
    }
    const report = await session.rewind({ turn: turnFrom(turn), what: whatFrom(flags), ...howFrom(flags) })
    return printReport(report, flags, `pawl rewind ${session.id} ${turn} --files --force`)
  })
}

function whatFrom(flags: Flags): "files" | "conversation" | "both" {
  if (flags.has("files") === flags.has("conversation")) return "both"
  return flags.has("files") ? "files" : "conversation"
}

function howFrom(flags: Flags) {
  return { ...(flags.has("force") && { force: true }), ...(flags.has("dry-run") && { dryRun: true }) }
}

function again(flags: Flags): string {
  return ["turn", "call"].map((name) => (flags.has(name) ? ` --${name} ${flags.get(name)}` : "")).join("")
}

function numberFrom(flags: Flags, name: string): number | undefined {
  const given = flags.get(name)
  return given === undefined ? undefined : turnFrom(given)
}

export function turnFrom(word: string): number {
  if (!/^\d+$/.test(word)) throw wrongUsage(`"${word}" is not the number of a turn. Turns are numbered from 1.`)
  return Number(word)
}

/** Exits 1 when a file was not put back, so that scripts notice. */
function printReport(report: UndoReport, flags: Flags, force: string): number {
  const isTry = flags.has("dry-run")
  const lines = [
    ...(isTry ? ["Dry run: nothing was changed. These changes would be made:"] : []),
    ...reportLines(report, out.style),
  ]
  print(flags, report, [...lines, ...(flags.has("force") ? [] : adviceFor(report, force))])
  return isAllDone(report) ? EXIT.done : EXIT.failed
}

function print(flags: Flags, value: unknown, lines: readonly string[]): number {
  if (flags.has("json")) out.json(value)
  else out.line(lines.join("\n"))
  return EXIT.done
}
