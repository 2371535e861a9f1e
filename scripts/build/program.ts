// The files of the program pawl: its start, and what its commands load when they run.
import { join } from "node:path"
import { bundle, type Shared } from "./bundle.ts"

/** The small ones first: a command that lists permissions reads no settings, and one that reads settings loads no agent. */
const SHARED: readonly Shared[] = [
  { name: "line", from: ["start.ts"] },
  { name: "permissions", from: ["permissions/permissions.ts"] },
  { name: "providers", from: ["agent/providers.ts"] },
  { name: "settings", from: ["config/settings.ts", "agent/servers.ts", "profiles/own-file.ts"] },
  { name: "log-file", from: ["log-file.ts"] },
  { name: "agent", from: ["agent/agent.ts"] },
  {
    name: "turn",
    from: ["run/prompt-run.ts", "run/attendant-for.ts", "run/send.ts", "run/signals.ts", "run/stdin.ts"],
  },
]

export async function buildProgram(home: string, dist: string): Promise<void> {
  const source = join(home, "src")
  // As deep below the package as most sources are: they name the folders beside src/ and dist/ by relative paths.
  const dir = join(dist, "program")
  await bundle({ input: { start: join(source, "start.ts") }, dir, shared: { source, files: SHARED } })
}
