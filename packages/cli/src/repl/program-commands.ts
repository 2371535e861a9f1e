// Commands about Pawl itself: its settings, and whether everything works.
import { KEYS } from "../config/keys.ts"
import { loadSettings } from "../config/settings.ts"
import { files } from "../folders.ts"
import { named } from "../terminal/plain.ts"
import { type ReplCommand, type Room, words } from "./command.ts"

export const PROGRAM_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/config",
    usage: "/config [KEY|set KEY VALUE|unset KEY]",
    summary: "show where settings come from, or change yours",
    details: "What you set counts from the next message on. Flags, the environment and the project's file win over it.",
    complete: (_, given) => completed(given),
    run: config,
  },
  {
    name: "/doctor",
    usage: "/doctor",
    summary: "check settings, models, servers and commands",
    run: doctor,
  },
]

const CHANGES = words(["set", "write a value into your file"], ["unset", "remove a value from your file"])

function completed([action, ...more]: readonly string[]) {
  const keys = KEYS.map(({ key }) => ({ text: key }))
  if (action === undefined) return [...CHANGES, ...keys]
  return more.length === 0 && (action === "set" || action === "unset") ? keys : []
}

async function config({ conversation, terminal, flags }: Room, given: readonly string[]): Promise<void> {
  const [action, ...more] = given
  const path = files.config(conversation.settings.folders)
  const [{ configText }, { setValue, unsetValue }] = await Promise.all([
    import("../config/config.ts"),
    import("../config/edit-config.ts"),
  ])
  if (action === "set") return terminal.tell(await setValue(path, more))
  if (action === "unset") return terminal.tell(unsetValue(path, more))
  terminal.tell((await configText(await loadSettings(flags), action)).trimEnd())
}

async function doctor({ terminal, flags }: Room): Promise<void> {
  const { green, yellow, red } = terminal.style
  const { diagnosis } = await import("../doctor/doctor.ts")
  for await (const { state, text } of diagnosis(flags)) {
    const paint = { ok: green, warn: yellow, fail: red }[state]
    terminal.tell(`${paint(state.padEnd(4))}  ${named(text)}`)
  }
}
