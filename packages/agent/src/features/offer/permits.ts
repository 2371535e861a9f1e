// Gate: the program says who may use which tool. It is asked when a call is about to begin, so that a right that was taken
// away meanwhile is gone: after a wait for a person, after a crash, in another process.
import { PawlError } from "../../contracts/error.ts"
import type { TurnAbout } from "../../contracts/turn-about.ts"
import { defineGate, type GatedCall, type Verdict } from "../../kernel/call-gate.ts"
import type { PortsOf } from "../../kernel/define-step.ts"
import { refused } from "../../kernel/performers/results.ts"
import { NOT_ALLOWED } from "./turn-tools.ts"

/** A call that is about to begin, and for whom. */
export interface CallToPermit<Context = unknown> extends TurnAbout<Context> {
  /** The tool's name. */
  readonly tool: string
}

/** Whether the owner of a session may use a tool. */
export type Permits<Context = unknown> = (call: CallToPermit<Context>) => boolean | Promise<boolean>

export interface PermitPorts {
  /** Whether the owner may use the tool; never rejects. Without it, all may use all tools. */
  readonly permits?: (call: CallToPermit) => Promise<boolean>
}

const NEEDS = ["session", "state", "contextFor", "toolbox", "permits"] as const

export const permitsGate = defineGate({
  needs: NEEDS,
  only: [{ port: "permits" }],
  pass(gated, ports) {
    const { name, ends } = gated.prepared
    // A call that has begun gets its outcome.
    if (ports.permits === undefined || gated.state.starts > 0 || ends !== undefined) return undefined
    // The tools that find others are in no list, and change nothing.
    return ports.toolbox.definitions().some((tool) => tool.name === name) ? verdictOn(gated, ports) : undefined
  },
})

async function verdictOn(
  { prepared: { name } }: GatedCall,
  ports: PortsOf<typeof NEEDS>,
): Promise<Verdict | undefined> {
  const { session, state, contextFor, permits } = ports
  const { owner } = state.session ?? {}
  const about = { session, turn: state.turns, ...(owner !== undefined && { owner }), context: contextFor?.(state) }
  if ((await permits?.({ ...about, tool: name })) !== false) return undefined
  const message = `Not run: the person you work for may not use "${name}". Do without, or say that you could not do it.`
  return { kind: "settled", result: refused({ code: NOT_ALLOWED, message }) }
}

/** Permits nothing when the function fails, and tells `onError` why. */
export function permitsBy(
  permits: Permits,
  onError: (session: string, error: unknown) => void,
): NonNullable<PermitPorts["permits"]> {
  return async (call) => {
    try {
      const answer: unknown = await permits(call)
      if (typeof answer === "boolean") return answer
      throw new PawlError(
        "config-invalid",
        `The function "permits" must return true or false. "${call.tool}" is not run.`,
      )
    } catch (error) {
      onError(call.session, error)
      return false
    }
  }
}
