// A configuration file that was changed counts from the next turn on: the REPL looks at it before something is said.
import { freshSettings, keepingOwn } from "../config/fresh-settings.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import type { Room } from "./commands.ts"

/** One after the other: what is typed first is said first, and no agent is opened twice. */
export function renewing(flags: Flags, first: Settings): (room: Room) => Promise<void> {
  const look = freshSettings(flags, first)
  let read = first
  let last: Promise<void> = Promise.resolve()

  async function renew({ conversation, terminal, how }: Room): Promise<void> {
    // What runs is not disturbed; what is typed meanwhile belongs to the same agent.
    if (conversation.isBusy) return
    const change = await look()
    if (change === undefined) return
    if (change.kind === "broken") return terminal.tell(terminal.style.yellow(`${oneLine(change.error)} ${GOING_ON}`))
    const next = keepingOwn(conversation.settings, read, change.settings)
    read = change.settings
    await conversation.reopen(next, { ...how, approve: next.approve })
    terminal.tell(terminal.style.dim(`(settings changed: ${change.keys.join(", ")})`))
  }

  return (room) => {
    last = last.catch(() => {}).then(() => renew(room))
    return last
  }
}

const GOING_ON = "Until then, what was set before counts."
