// The command that settles an approval request, from the words of the person who decides.
import { defined } from "../base/defined.ts"
import type { ApprovalOf, Approve } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import type { DecideOptions, HandlePorts } from "./handle-types.ts"
import { readGrant, requestIn } from "./refusals.ts"

/** The words of `decide`, as the log has them. */
const DECISIONS = { approve: "approved", deny: "denied" } as const

interface Deciding {
  readonly session: string
  readonly request: ApprovalOf
  readonly word: "approve" | "deny"
  readonly options: DecideOptions
}

/** Rejects when nothing can be decided: the word is unknown, or the edited arguments do not fit. */
export async function decisionOf(
  { session, request, word, options }: Deciding,
  { ids, problemWith, workspace }: Pick<HandlePorts, "ids" | "problemWith" | "workspace">,
): Promise<Approve> {
  const decision = Object.hasOwn(DECISIONS, word) ? DECISIONS[word] : undefined
  if (decision === undefined)
    throw new PawlError(
      "input-invalid",
      'A decision is "approve" or "deny": write session.decide(event, "approve"). Nothing was decided: the call still waits.',
    )
  const { call, question } = requestIn(request)
  const { grant, id = ids.next(), ...rest } = options
  const edited = decision === "approved" ? options.arguments : undefined
  const problem = edited && (await problemWith?.(session, call, edited))
  if (problem !== undefined)
    throw new PawlError("input-invalid", `${problem} Nothing was decided: the call still waits.`)
  const kept = grant === undefined ? {} : { grant: readGrant(grant, workspace) }
  return { kind: "approve", call, ...defined({ question }), decision, ...rest, ...kept, id }
}
