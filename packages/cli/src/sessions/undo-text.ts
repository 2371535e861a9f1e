// Formats file changes, checkpoints and the report of an undo.
import type { Change, Checkpoint, UndoReport } from "@pawl/agent"
import { callText } from "../run/notes.ts"
import { named, short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import { when } from "./list-sessions.ts"

export function reportLines({ files, notUndone, rewoundTo }: UndoReport, style: Style): readonly string[] {
  const { dim, green, yellow } = style
  const width = Math.max(0, ...files.map(({ path }) => path.length))
  const lines = files.map(({ path, outcome, why }) => {
    const isDone = outcome === "restored" || outcome === "removed"
    const what = (isDone ? green : yellow)(outcome.padEnd(8))
    return `  ${what}  ${named(path).padEnd(why === undefined ? 0 : width)}${why === undefined ? "" : dim(`  ${named(why)}`)}`
  })
  const rewound = rewoundTo === undefined ? [] : [`The conversation is as it was before turn ${rewoundTo}.`]
  const stays = notUndone.map(({ name, arguments: given, outcome }) => {
    const doubt = outcome === "unknown" || outcome === "open" ? dim(" (outcome unknown)") : ""
    return `  ${callText(name, given)}${doubt}`
  })
  return [...lines, ...rewound, ...(stays.length === 0 ? [] : [yellow("These calls cannot be undone:"), ...stays])]
}

/** How to put back skipped files; empty when there are none. */
export function adviceFor({ files }: UndoReport, force: string): readonly string[] {
  return files.some(({ outcome, isLost = false }) => outcome === "skipped" && !isLost)
    ? [`To put back the skipped files anyway: ${force}`]
    : []
}

export function isAllDone({ files }: UndoReport): boolean {
  return files.every(({ outcome }) => outcome === "restored" || outcome === "removed")
}

export function changeLines(changes: readonly Change[], { dim, green, yellow }: Style): readonly string[] {
  if (changes.length === 0) return ["No file was changed by a tool of this session."]
  return changes.flatMap(({ id, kind, tool, turn, at, files, skipped }) => {
    const name = kind === "call" ? green(named(tool)) : yellow("undo")
    const paths = Object.entries(files).map(([path, { before, after, undone }]) => {
      const what = before === null ? "created" : after === null ? "deleted" : "changed"
      return `    ${what}  ${named(path)}${undone === undefined ? "" : dim("  (undone)")}`
    })
    const lost = Object.entries(skipped).map(
      ([path, why]) => `    ${yellow("not kept")}  ${named(path)}${dim(`  ${named(why)}`)}`,
    )
    return [`turn ${turn}  ${name}  ${dim(`${named(id)}, ${when(at)}`)}`, ...paths, ...lost]
  })
}

export function checkpointLines(checkpoints: readonly Checkpoint[], { dim, bold }: Style): readonly string[] {
  if (checkpoints.length === 0) return ["This session has no turns yet, so there is nothing to go back to."]
  return checkpoints.map(({ turn, at, to, said, files, rewound }) => {
    const changed =
      files.length === 0 ? "" : dim(`  ${files.length === 1 ? named(files[0] ?? "") : `${files.length} files`}`)
    const line = `${String(turn).padStart(4)}  ${when(at)}  ${short(said, 60)}${changed}${dim(`  (after fact ${to})`)}`
    return rewound ? dim(`${line}  (rewound)`) : bold(line.slice(0, 4)) + line.slice(4)
  })
}
