// What a conversation tells others about its place: the terminal that asks, and the row that says where and with what it runs.
import { chainOf } from "../agent/models.ts"
import type { Settings } from "../config/settings.ts"
import { type Asker, placeOfTools } from "../run/person.ts"
import type { About, Terminal } from "./terminal.ts"

/** Questions of a turn are asked on this terminal. */
export function askerOn(terminal: Terminal, settings: Settings, more: Required<Pick<Asker, "obey">>): Asker {
  return {
    style: terminal.style,
    columns: () => terminal.columns,
    ask: terminal.ask.bind(terminal),
    tell: (line) => terminal.tell(line),
    showsHints: terminal.isScreen,
    ...(terminal.edit && { edit: terminal.edit.bind(terminal) }),
    ...more,
    ...placeOfTools(settings),
  }
}

export function aboutOf(settings: Settings, profile: string): About {
  const { workspace, approve, server } = settings
  const [model = ""] = chainOf(settings)
  return { folder: server?.url ?? workspace, model, profile, mode: approve }
}
