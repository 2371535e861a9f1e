// `pawl replay`: checks a recorded session against the rules of its profile, offline: no model is asked and no tool runs.
import type { Fact, MakeProfile, SessionRow, Store } from "@pawl/agent"
import type { ReplayReport } from "@pawl/agent/replay"
import { openStore } from "../agent/agent.ts"
import { loadSettings, type Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { badInput, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { chooseProfile, isBuiltIn } from "../profiles/chosen.ts"
import { keptProfile, type LoadedProfile, loadProfile } from "../profiles/load.ts"
import { readOwnProfile } from "../profiles/own-file.ts"
import { sessionFor } from "../sessions/undo-agent.ts"
import { out } from "../terminal/screen.ts"
import { bold, yellow } from "../terminal/style.ts"
import { type TestedProfile, writeTest } from "./replay-test.ts"

export async function replay({ words, flags }: Request): Promise<number> {
  const until = untilFrom(flags.get("until"))
  const settings = await loadSettings(flags)
  const store = await openStore(settings)
  try {
    const row = await sessionFor(store, settings, words[0])
    const facts = (await store.log.read(row.id, 0)).slice(0, until)
    const profile = await profileFor(row, flags.get("with-profile"), settings)
    const report = await run(facts, profile, { settings, store })
    const file = flags.get("as-test")
    const about = { session: row.id, profile: profile.name }
    if (flags.has("json")) out.json({ ...about, ...report })
    else out.write(textOf(about, report, facts))
    if (file !== undefined) {
      const { maxIterations } = settings
      writeTest(file, {
        ...about,
        facts,
        tested: await testedAs(profile, settings),
        ...(maxIterations && { maxIterations }),
      })
      if (!flags.has("json")) out.line(`Wrote ${file}: run it with "node --test ${file}", or with vitest.`)
    }
    return report.exact ? EXIT.done : EXIT.failed
  } finally {
    await store.close()
  }
}

function untilFrom(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const until = Number(given)
  if (Number.isInteger(until) && until > 0) return until
  throw wrongUsage(`--until cannot be "${given}". Give the number of a fact, as in "pawl sessions show ID --facts".`)
}

/** The profile that the user names, or the one of the session. There is no fallback to another one. */
async function profileFor(row: SessionRow, given: string | undefined, settings: Settings): Promise<LoadedProfile> {
  const folder = files.profiles(settings.folders)
  if (given !== undefined) return loadProfile(chooseProfile(given, { folder, from: settings.workspace }), folder)
  if (isBuiltIn(row.profile)) return { name: row.profile }
  const kept = await keptProfile(row, await loadProfile(settings.profile, folder), folder)
  if (kept.name === row.profile) return kept
  throw badInput(
    `Session ${row.id} was opened with the profile "${row.profile}", which is not on this machine. Name its file, or another profile, with --with-profile.`,
  )
}

interface Around {
  readonly settings: Settings
  readonly store: Store
}

async function run(
  facts: readonly Fact[],
  { name, make }: LoadedProfile,
  { settings, store }: Around,
): Promise<ReplayReport> {
  const [{ profiles }, { recordedRules, replaySession }] = await Promise.all([
    import("@pawl/agent"),
    import("@pawl/agent/replay"),
  ])
  const { maxIterations } = settings
  const limits = maxIterations === undefined ? {} : { maxIterations }
  const rules = recordedRules(facts, make ?? (profiles[name] as MakeProfile), limits) // Built-in, if it is not made.
  return replaySession({
    facts,
    rules,
    blobs: await toolLists(facts, store),
    missing: await missingFiles(facts, store),
  })
}

/** The tools that were offered to the model, needed to check withheld tools. */
async function toolLists(facts: readonly Fact[], store: Store): Promise<ReadonlyMap<string, Uint8Array>> {
  const lists = new Map<string, Uint8Array>()
  for (const fact of facts) {
    const hash = fact.type === "model-asked" ? fact.sections.tools : undefined
    const bytes = hash === undefined || lists.has(hash) ? undefined : await store.blobs.read(hash)
    if (hash !== undefined && bytes !== undefined) lists.set(hash, bytes)
  }
  return lists
}

/** Hashes of checkpointed files whose content is no longer in the store. */
async function missingFiles(facts: readonly Fact[], store: Store): Promise<ReadonlySet<string>> {
  const kept = facts.flatMap((fact) => (fact.type === "checkpoint-made" ? Object.values(fact.files) : []))
  const missing = new Set<string>()
  for (const hash of new Set(kept)) if (hash !== null && (await store.blobs.size(hash)) === undefined) missing.add(hash)
  return missing
}

/** The test must run without this user's files, so a user-defined profile is written into it. */
async function testedAs({ name, make }: LoadedProfile, settings: Settings): Promise<TestedProfile> {
  if (make === undefined) return { name }
  const folder = files.profiles(settings.folders)
  const chosen = chooseProfile(name, { folder, from: settings.workspace })
  return chosen.kind === "own" ? { own: await readOwnProfile(chosen.path) } : { name }
}

interface About {
  readonly session: string
  readonly profile: string
}

const WHY = {
  "rules-changed": "the rules decide differently",
  "fact-changed": "the fact does not follow from those before it",
  "log-invalid": "no session can have written this fact",
} as const

function textOf({ session, profile }: About, report: ReplayReport, facts: readonly Fact[]): string {
  if (report.exact) {
    return `Session ${session} replays exactly: ${report.facts} facts, ${report.steps} steps, profile ${profile}.\n`
  }
  const { at, kind, expected, found } = report
  const type = facts[at - 1]?.type
  const isLimit = facts[at - 1] !== undefined && /iteration-limit/.test(JSON.stringify([facts[at - 1], expected]))
  const hint = isLimit ? "If the session ran with another limit, pass it: --max-iterations NUMBER.\n" : ""
  return `${bold(`Session ${session} diverges at fact ${at} (${type}), profile ${profile}:`)} ${yellow(WHY[kind])}.
  expected  ${expected}
  found     ${found}
${hint}`
}
