// Reads changed configuration files before each message, so that a change takes effect with the next turn.
import { freshSettings, keepingOwn } from "../config/fresh-settings.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import { howWith, type Room } from "./command.ts"

/** Runs one check after the other: messages keep their order, and no agent is opened twice. */
export function renewing(flags: Flags, first: Settings): (room: Room) => Promise<void> {
  const look = freshSettings(flags, first)
  let read = first
  let last: Promise<void> = Promise.resolve()

  async function renew(room: Room): Promise<void> {
    const { conversation, terminal } = room
    // Do not disturb a running turn; messages that wait for its end go to the same agent.
    if (conversation.isBusy) return
    const change = await look()
    if (change === undefined) return
    if (change.kind === "broken") return terminal.tell(terminal.style.yellow(`${oneLine(change.error)} ${GOING_ON}`))
    const next = keepingOwn(conversation.settings, read, change.settings)
    read = change.settings
    await conversation.reopen(next, howWith(room, next))
    terminal.tell(terminal.style.dim(`(settings changed: ${change.keys.join(", ")})`))
  }

  return (room) => {
    last = last.catch(() => {}).then(() => renew(room))
    return last
  }
}

const GOING_ON = "Until then, the previous settings stay in effect."
