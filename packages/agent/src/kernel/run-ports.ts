// Builds the ports of one session's run: its rules, how commands are promoted, how steps are
// performed, and the log it writes to.

import { defined } from "../base/defined.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { Delta } from "../contracts/event.ts"
import type { StopSignal } from "../contracts/stop-signal.ts"
import type { ToolChoice } from "../contracts/turn-output.ts"
import type { PromotePorts } from "./define-command.ts"
import { turnModel } from "./model-health.ts"
import type { ModelHealthCache } from "./model-health-cache.ts"
import { performerWith } from "./perform.ts"
import type { PerformContext, Performing, PerformPorts } from "./performer.ts"
import { promote } from "./promote.ts"
import type { Rule } from "./rule.ts"
import type { RunPorts } from "./run.ts"
import type { State } from "./state/state.ts"

/** How a session behaves, as its profile defines it. */
export interface Behaving {
  readonly rules: readonly Rule[]
  readonly ports: PerformPorts
  /** The names of the finish checks. */
  readonly checks: readonly string[]
  /** The agent's own choice, for turns that have none. */
  readonly toolChoice?: ToolChoice
  /** The ports of a turn with a model of its own. */
  readonly portsFor?: (model: string) => Promise<PerformPorts>
}

export interface RunSetup {
  readonly ids: Ids
  readonly clock: Clock
  /** The real path of the folder that tools work in. */
  readonly workspace?: string
  readonly parkMs: number
  readonly health: ModelHealthCache
  readonly emit: (session: string, delta: Delta) => void
  readonly onBadCommand: (session: string, error: unknown) => void
  /** Finds what the application passed for the turn, before a step is performed. Undefined: there is nothing to wait for. */
  readonly contextReady?: (state: State) => Promise<void> | undefined
}

/** What belongs to this one run: the log it writes and the inbox it reads. */
export type RunLog = Pick<PerformContext, "fence" | "drainInbox"> & Required<Pick<RunPorts, "commit" | "refold">>

export function runPorts(session: string, setup: RunSetup, own: Behaving & RunLog): RunPorts {
  const { clock, parkMs } = setup
  const { rules, ports, commit, refold, fence, drainInbox } = own
  const emit = (delta: Delta) => setup.emit(session, delta)
  const performerOf = (given: PerformPorts) => performerWith({ ...given, session, emit, fence, drainInbox })
  const performStep = performerOf(ports)
  return {
    rules,
    clock,
    parkMs,
    onWait: (until) => emit({ kind: "wait", until }),
    promote: promoteWith(session, setup, own),
    perform(step, how) {
      const model = turnModel(how.state)
      const wait = setup.contextReady?.(how.state)
      const turnPorts = model === undefined ? undefined : own.portsFor?.(model.name)
      if (turnPorts === undefined && wait === undefined) return performStep(step, how)
      const performWith = (given: PerformPorts) => (given === ports ? performStep : performerOf(given))(step, how)
      return performLater(wait && unlessStopped(wait, how.signal), turnPorts ?? ports, performWith)
    },
    commit,
    refold,
  }
}

/** The first step of a turn waits for the context of the application, and for the ports of a model of its own. */
async function* performLater(
  wait: Promise<unknown> | undefined,
  ports: PerformPorts | Promise<PerformPorts>,
  performWith: (ports: PerformPorts) => Performing,
): Performing {
  if (wait !== undefined) await wait
  return yield* performWith(await ports)
}

/** A hook of the application that hangs must not keep a turn from being cancelled. */
function unlessStopped(wait: Promise<void>, signal: StopSignal): Promise<unknown> {
  return Promise.race([wait, new Promise<void>((resolve) => signal.addEventListener("abort", resolve))])
}

function promoteWith(session: string, setup: RunSetup, { ports, checks, toolChoice }: Behaving): RunPorts["promote"] {
  const { ids, workspace, health } = setup
  const promotePorts: PromotePorts = {
    ids,
    touches: (call) => ports.toolbox.touches(call),
    healthNews: (now) => health.newerThan(now),
    checks,
    ...defined({ workspace, toolChoice }),
  }
  return (state, command) => {
    try {
      return promote(state, command, promotePorts)
    } catch (error) {
      // Drop an invalid command, so that it does not block the commands after it.
      setup.onBadCommand(session, error)
      return "drop"
    }
  }
}
