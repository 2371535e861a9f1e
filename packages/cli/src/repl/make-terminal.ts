// Chooses the terminal of the REPL: the screen, or lines where a screen cannot be drawn or is not wanted.
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"
import type { Flags } from "../line/parse.ts"
import { out } from "../terminal/screen.ts"
import { processWorld, world } from "../world.ts"
import type { Terminal, TerminalListeners } from "./terminal.ts"

export interface MakeHow {
  readonly settings: Settings
  readonly flags: Flags
}

/** What the screen draws with is loaded only here. */
export async function makeTerminal(
  { settings: { folders, workspace }, flags }: MakeHow,
  listeners: TerminalListeners,
): Promise<Terminal> {
  const history = files.history(folders)
  if (wantsScreen(flags)) {
    const { screenTerminal } = await import("../screen/screen-terminal.ts")
    return screenTerminal(
      { history, workspace, drafts: files.drafts(folders), pastes: files.pastes(folders) },
      listeners,
    )
  }
  if (world().stdin.isTTY !== true) return new (await import("./pipe-terminal.ts")).PipeTerminal(listeners)
  const { LineTerminal } = await import("./line-terminal.ts")
  const { Draft } = await import("./draft.ts")
  return new LineTerminal(history, listeners, new Draft(files.drafts(folders), workspace, listeners.clean))
}

/** The library draws to the streams of the process, so a program inside another has lines. */
export function wantsScreen(flags: Flags): boolean {
  const here = world()
  const canDraw = out.isScreen && here.stdin.isTTY === true && here === processWorld
  return canDraw && !flags.has("plain") && !isSet(here.env.ACCESSIBLE) && isSet(here.env.PAWL_SCREEN, "1")
}

/** `ACCESSIBLE=1` asks programs for output that a screen reader can follow. */
function isSet(value = "", otherwise = "0"): boolean {
  return (value === "" ? otherwise : value) !== "0"
}
