// `pawl cleanup`: fails stuck turns, archives unused sessions, removes old ones, and prints how many.
import { type CleanedUp, cleanUp } from "@pawl/agent"
import { openStore } from "../agent/agent.ts"
import { loadSettings } from "../config/settings.ts"
import { wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Flags, Request } from "../line/parse.ts"
import { BUILT_IN, ownProfileNames, ownProfilePath } from "../profiles/chosen.ts"
import { loadProfile } from "../profiles/load.ts"
import { out } from "../terminal/screen.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export async function cleanup({ words, flags }: Request): Promise<number> {
  if (words[0] !== undefined) throw wrongUsage(`"pawl cleanup" takes no arguments, but got "${words[0]}". Remove it.`)
  const times = {
    stuckAfterMs: numberOf(flags, "stuck-after", 5) * MINUTE,
    archiveAfterMs: numberOf(flags, "archive-after", 30) * DAY,
    deleteAfterMs: numberOf(flags, "delete-after", 90) * DAY,
  }
  const settings = await loadSettings(flags)
  const failing = await failingProfiles(files.profiles(settings.folders))
  const store = await openStore(settings)
  try {
    const isDry = flags.has("dry-run")
    const done = await cleanUp(store, { ...times, dryRun: isDry, failsWhenStuck: (profile) => failing.has(profile) })
    if (flags.has("json")) out.json({ dryRun: isDry, ...done })
    else out.write(summaryText(done, isDry))
    return 0
  } finally {
    await store.close()
  }
}

/** Profiles that fail an interrupted turn, including user-defined ones. A profile that cannot be read fails none. */
async function failingProfiles(folder: string): Promise<ReadonlySet<string>> {
  const { profiles } = await import("@pawl/agent")
  const ours = BUILT_IN.filter((name) => profiles[name]?.().interruptedTurns === "fail")
  const own = ownProfileNames(folder).map(async (name) => {
    const loaded = await loadProfile({ kind: "own", path: ownProfilePath(folder, name) }, folder).catch(() => undefined)
    return loaded?.make?.().interruptedTurns === "fail" ? [name] : []
  })
  return new Set<string>([...ours, ...(await Promise.all(own)).flat()])
}

function numberOf(flags: Flags, name: string, otherwise: number): number {
  const given = flags.get(name)
  if (given === undefined) return otherwise
  const value = Number(given)
  if (Number.isFinite(value) && value >= 0) return value
  throw wrongUsage(`--${name} must be a number of at least 0, but is "${given}". Correct it; 0 switches it off.`)
}

function summaryText({ failed, interrupted, archived, deleted }: CleanedUp, isDry: boolean): string {
  const would = isDry ? "would be " : ""
  const waits =
    interrupted.length === 0
      ? ""
      : `${interrupted.length} interrupted: continue with "pawl worker" or "pawl resume ID"\n`
  return `${failed.length} stuck ${would}failed\n${archived.length} idle ${would}archived\n${deleted.length} archived ${would}deleted\n${waits}`
}
