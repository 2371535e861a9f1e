// One copy into a store at a time: a copy holds the lease of a session of its own in the target, from its beginning to its end. The
// lease of a copy that was killed is taken over, as any other.
import type { Clock } from "../../contracts/clock.ts"
import { PawlError } from "../../contracts/error.ts"
import type { Holder } from "../../contracts/leases.ts"
import type { Store } from "../../contracts/store.ts"
import type { Lease, LeaseKeeper } from "../../session/lease-keeper.ts"
import { isAlive } from "../../session/runner-identity.ts"

/** The id of that session. It is left behind only by a copy that was killed, and removed by the next. */
export const HOLD = "moving-store"

interface Target {
  readonly to: Store
  readonly keeper: LeaseKeeper
  readonly clock: Clock
}

export interface Hold {
  /** Throws when another copy has taken over: this one stood still for long. */
  check(): void
  release(): Promise<void>
}

/** Throws when another copy runs. */
export async function holdTarget(target: Target): Promise<Hold> {
  const { to, keeper } = target
  let isLost = false
  const { seq, epoch } = await acquire(target, () => {
    isLost = true
  })
  // Out of sight in lists, and removable only while it is ours.
  await to.sessions.update(HOLD, { archived: true })
  return {
    check: () => {
      if (isLost) throw taken()
    },
    release: async () => {
      keeper.forget(HOLD)
      await to.sessions.remove(HOLD, { seq, epoch })
    },
  }
}

/** On another machine a copy that was killed is known by its beat, which stands still for ten seconds. */
const TRIES = 12

async function acquire({ to, keeper, clock }: Target, onLost: () => void): Promise<Lease> {
  let seen: Holder | undefined
  for (let tries = 1; tries <= TRIES; tries++) {
    const opened = { type: "session-opened", session: HOLD, profile: "default", v: 1, seq: 1, at: clock.now() } as const
    await to.sessions.create({ id: HOLD, opened, profile: "default" })
    const { lease, ...others } = { holder: undefined, ...(await keeper.claim(HOLD, onLost)) }
    if (lease !== undefined) return lease
    const { holder } = others
    // The other copy has just ended, and removed the session.
    if (holder === undefined) continue
    if (isAlive(holder.runner) || (seen !== undefined && hasBeaten(seen, holder))) break
    seen = holder
    await clock.sleep(1000)
  }
  throw taken("Nothing was changed. ")
}

function hasBeaten(before: Holder, now: Holder): boolean {
  return before.runner.id !== now.runner.id || before.beat !== now.beat
}

export function taken(note = ""): PawlError {
  return new PawlError(
    "session-busy",
    `Another process copies into this store. ${note}Run this again when it has ended.`,
  )
}
