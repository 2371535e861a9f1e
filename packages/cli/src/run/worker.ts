// `pawl worker`: runs all queued, due and interrupted sessions until a signal ends it. Several workers can share a database.
import type { Store } from "@pawl/agent"
import type { RestateHost } from "@pawl/restate"
import type { MetricsPort } from "@pawl/server"
import { openAgent } from "../agent/agent.ts"
import { policyOf } from "../config/approving.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { Failure, oneLine, warn, wrongUsage } from "../failure.ts"
import type { Flags, Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { endSignals } from "./end-signals.ts"
import { metricsAddress, openPort } from "./metrics-port.ts"
import { PATIENCE_MS, type Stranded, untilNothingIsDue } from "./nothing-due.ts"
import { isHere, type Placed } from "./other-folder.ts"
import { type Progress, progress } from "./progress.ts"
import { renewed } from "./renewed-agent.ts"
import { restateHostFor, restateSettings } from "./restate.ts"

/** How long running turns may take to finish after a signal. Another worker continues those that do not. */
const DRAIN_MS = 10_000

/**
 * Two beats of those that were told nothing: conversations, servers and workers without --lapse beat once a second on the same store, and
 * a shorter lapse would take sessions from them while they live.
 */
const LAPSE_MS = { least: 2000, most: 3_600_000 }

export async function worker({ words, flags }: Request): Promise<number> {
  if (words[0] !== undefined) throw wrongUsage(`"pawl worker" takes no arguments, but got "${words[0]}". Remove it.`)
  const concurrency = countOf(flags, "concurrency", { least: 1 }) ?? 4
  const pollMs = countOf(flags, "poll", { least: 10 }) ?? 200
  const told = metricsAddress(flags)
  const lapseMs = countOf(flags, "lapse", LAPSE_MS)
  const settings = await loadSettings(flags)
  const restate = restateSettings(flags, settings)
  if (restate !== undefined && lapseMs !== undefined)
    throw wrongUsage("--lapse has no effect with Restate: its balancer decides when a worker is replaced. Remove it.")
  const { workspace } = settings
  let engine: RestateHost | undefined
  const host =
    restate &&
    (async () => {
      engine = await restateHostFor(restate, { workspace, runs: true })
      return engine
    })
  const log = await openLog(settings.folders, { command: "worker" })
  const reporter = progress(flags.has("json") ? "json" : "text", log)
  let store: Store | undefined
  const through = (opened: Store): Store => {
    store = opened
    return reporter.watching(opened)
  }
  // A worker has no approver: calls that need an approval wait.
  const lapse = lapseMs === undefined ? {} : { lapseMs }
  const running = { run: "all", runsOwned: true, concurrency, pollMs, ...lapse, host } as const
  const metrics = told && (await import("@pawl/server")).createMetrics({ concurrency })
  const how = { approve: policyOf(settings.approve), log, warn, through, metrics, ...running }
  const onTrouble = (id: string, error: unknown) => reporter.trouble(id, oneLine(error))
  const opened = await openAgent(settings, { ...how, onTrouble }).catch(closing(log))
  const onChanged = (keys: readonly string[]) => reporter.say("settings-changed", { keys: keys.join(" ") })
  const agent = renewed(opened, settings, flags, { ...how, onTrouble, onChanged })
  const ending = endSignals()
  let port: MetricsPort | undefined
  try {
    port = told && metrics && (await openPort(told, { metrics, store: () => store as Store })) // Opened with the agent.
    reporter.say("ready", { pid: process.pid, concurrency, ...(port !== undefined && { metrics: port.url }) })
    const isMine = (due: Placed) => isHere(due, settings)
    await reportOtherFolders(store as Store, reporter, isMine) // Opened with the agent.
    const done = flags.has("once")
      ? untilNothingIsDue(store as Store, { pollMs, reporter, isMine, trouble: () => engine?.trouble }) // Opened with the agent.
      : new Promise<undefined>(() => {})
    const stranded = (await Promise.race([done, ending.asked])) ?? undefined
    port?.leave()
    reporter.say("ending", { running: reporter.running() })
    await agent.close(DRAIN_MS)
    reporter.say("ended", {})
    if (stranded === undefined) return EXIT.done
    throw givenUp(stranded)
  } finally {
    ending.done()
    await agent.close(0)
    await port?.close()
    log.close()
  }
}

/** Passes with time, so that whoever started this may try again later. */
function givenUp({ due, error }: Stranded): Failure {
  const sessions = due === 1 ? "1 session is" : `${due} sessions are`
  const words = `${sessions} still due, and could not be run for ${PATIENCE_MS / 1000} s: ${oneLine(error)}`
  return new Failure(EXIT.later, words, { cause: error })
}

/** Reports due sessions of other folders, which this worker does not run. */
async function reportOtherFolders(store: Store, reporter: Progress, isMine: (due: Placed) => boolean): Promise<void> {
  const due = await store.sessions.due({ before: Date.now(), limit: MAX_DUE })
  const others = due.filter((each) => each.holder === undefined && !isMine(each))
  const folders = new Set(others.map(({ workspace = "" }) => workspace))
  if (others.length > 0) reporter.say("waiting-elsewhere", { sessions: others.length, folders: [...folders].join(" ") })
}

const MAX_DUE = 1000

interface Range {
  readonly least: number
  readonly most?: number
}

function countOf(flags: Flags, name: string, { least, most = Number.MAX_SAFE_INTEGER }: Range): number | undefined {
  const given = flags.get(name)
  if (given === undefined) return undefined
  const count = Number(given)
  if (Number.isInteger(count) && count >= least && count <= most) return count
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`
  throw wrongUsage(`--${name} must be a whole number ${range}, but is "${given}". Correct it.`)
}
