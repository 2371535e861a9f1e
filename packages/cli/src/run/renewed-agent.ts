// The agent of a worker, which lives for long: when a configuration file changes, another one takes over. What the one before
// is in the middle of, it brings to its end.
import { type OpenedAgent, type OpenHow, openAgent } from "../agent/agent.ts"
import { freshSettings } from "../config/fresh-settings.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import type { Flags } from "../line/parse.ts"

const LOOK_EVERY_MS = 1000
/** Longer than any turn. */
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000

export interface RenewedAgent {
  /** What still runs may rest for so long. */
  close(deadlineMs: number): Promise<void>
}

export interface RenewHow extends OpenHow {
  readonly onChanged: (keys: readonly string[]) => void
}

export function renewed(opened: OpenedAgent, settings: Settings, flags: Flags, how: RenewHow): RenewedAgent {
  const look = freshSettings(flags, settings)
  const before = new Set<Promise<void>>()
  let current = opened
  let looking = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(renew).catch((error: unknown) => how.warn(oneLine(error)))
  }, LOOK_EVERY_MS)

  async function renew(): Promise<void> {
    const change = await look()
    if (change?.kind === "broken") return how.warn(`${oneLine(change.error)} Until then, what was set before counts.`)
    if (change === undefined) return
    // The next one first: settings that nobody can work with end nothing.
    const next = await openAgent(change.settings, { ...how, approve: change.settings.approve })
    const ending = current.agent.close({ deadlineMs: A_WEEK_MS })
    current = next
    before.add(ending)
    ending.finally(() => before.delete(ending)).catch(() => {})
    how.onChanged(change.keys)
  }

  return {
    async close(deadlineMs) {
      clearInterval(timer)
      await looking
      // What the ones before do not end in time is in the log: another worker goes on with it once this process is gone.
      const late = new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())
      await Promise.all([current.agent.close({ deadlineMs }), Promise.race([Promise.allSettled(before), late])])
    },
  }
}
