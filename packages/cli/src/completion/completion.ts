// `pawl completion`: prints a completion script for a shell, made from the tables of commands and options.
import { EXIT } from "../exit-codes.ts"
import { wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { named } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { bashScript, fishScript, zshScript } from "./scripts.ts"

const SCRIPTS: Readonly<Record<string, () => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript }

export async function completion({ words: [what = ""], flags }: Request): Promise<number> {
  if (what === "names") return printNames(flags)
  const script = SCRIPTS[what]
  if (script === undefined) throw wrongUsage(`Which shell? Write pawl completion ${Object.keys(SCRIPTS).join("|")}.`)
  out.exact(script())
  return EXIT.done
}

/** The scripts call this: titles and short ids of the newest sessions, one a line. */
async function printNames(flags: Request["flags"]): Promise<number> {
  const [{ openStore }, { loadSettings }, { shortIds }] = await Promise.all([
    import("../agent/agent.ts"),
    import("../config/settings.ts"),
    import("../sessions/short-ids.ts"),
  ])
  const store = await openStore(await loadSettings(flags))
  try {
    const rows = await store.sessions.list({ limit: 50, archived: false })
    const ids = await shortIds(
      (start) => store.sessions.find(start),
      rows.map(({ id }) => id),
    )
    for (const { metadata } of rows) if (metadata.title !== null) out.line(named(metadata.title))
    for (const id of ids.values()) out.line(id)
    return EXIT.done
  } finally {
    await store.close()
  }
}
