// After a crash, asks a tool whether an interrupted effect took place, which the log cannot say. If anything goes wrong
// here, the outcome stays unknown.

import { defined } from "../base/defined.ts"
import type { Clock } from "../contracts/clock.ts"
import type { Call } from "../contracts/message.ts"
import type { RunOptions, Verdict } from "../contracts/toolbox.ts"
import { within } from "./deadline.ts"
import type { Registry } from "./registry.ts"
import { succeeded } from "./run-body.ts"
import type { Verified, VerifyContext } from "./tool.ts"

/** Longer than a normal check takes; a session must not wait longer to go on after a crash. */
const VERIFY_MS = 30_000

const UNKNOWN: Verdict = { outcome: "unknown" }

export async function verifyEffect(
  call: Pick<Call, "name" | "arguments">,
  how: RunOptions,
  { registry, clock }: { readonly registry: Registry; readonly clock: Clock },
): Promise<Verdict> {
  const registered = registry.byName.get(call.name)
  const verify = registered?.tool.verify
  if (registered === undefined || verify === undefined) return UNKNOWN
  const stop = new AbortController()
  const passOn = () => stop.abort(how.signal.reason)
  if (how.signal.aborted) return UNKNOWN
  how.signal.addEventListener("abort", passOn)
  const work = async () => {
    const checked = await registered.schema.check(call.arguments)
    if (!checked.ok) return UNKNOWN
    const context = verifyContext(how, stop.signal)
    return toVerdict(await verify(how.effectKey, checked.value as never, context)) // Validated by the tool's own schema.
  }
  const late = () => {
    stop.abort("timeout")
    return UNKNOWN
  }
  const verdict = await within(
    work().catch(() => UNKNOWN),
    { ms: VERIFY_MS, clock, late },
  )
  how.signal.removeEventListener("abort", passOn)
  return verdict
}

function verifyContext(how: RunOptions, signal: AbortSignal): VerifyContext {
  const { call, session, turn = 0, owner, context, trace, effectKey, own } = how
  const output = (words: string) => how.onOutput(words)
  const readResult = (earlier: string) => how.readResult(earlier)
  const made = { call, session, turn, context, trace, effectKey, signal, output, readResult }
  return { ...made, ...defined({ owner, own }) }
}

/** Plain JavaScript may return anything: unknown values count as `unknown`. */
function toVerdict(verified: Verified): Verdict {
  if (verified === "happened" || verified === "not-happened") return { outcome: verified }
  if (typeof verified !== "object" || verified?.outcome !== "happened") return UNKNOWN
  return { outcome: "happened", result: succeeded(verified.result) }
}
