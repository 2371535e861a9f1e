// The agent of a long-running worker: when a configuration file changes, a new agent replaces it. The old agent finishes
// its running turns.
import { type OpenedAgent, type OpenHow, openAgent } from "../agent/agent.ts"
import { policyOf } from "../config/approving.ts"
import { freshSettings } from "../config/fresh-settings.ts"
import type { Settings } from "../config/settings.ts"
import { oneLine } from "../failure.ts"
import type { Flags } from "../line/parse.ts"

const LOOK_EVERY_MS = 1000
/** Longer than any turn. */
const A_WEEK_MS = 7 * 24 * 60 * 60 * 1000

export interface RenewedAgent {
  /** Running turns have this long to finish. */
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
    if (change?.kind === "broken")
      return how.warn(`${oneLine(change.error)} Until then, the previous settings stay in effect.`)
    if (change === undefined) return
    // Open the next agent first, so that unusable settings end nothing.
    const next = await openAgent(change.settings, { ...how, approve: policyOf(change.settings.approve) })
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
      // Turns that do not finish in time are in the log: another worker continues them once this process is gone.
      const late = new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())
      await Promise.all([current.agent.close({ deadlineMs }), Promise.race([Promise.allSettled(before), late])])
    },
  }
}
