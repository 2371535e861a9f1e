// What a session waits for a person to decide or answer, with what that person is shown: read from its facts.
import { defined } from "../base/defined.ts"
import type { ChildRequest } from "../contracts/delegation.ts"
import type { Fact, Risk } from "../contracts/fact.ts"
import type { JsonObject } from "../contracts/json.ts"
import type { OpenRequest, SessionRow } from "../contracts/sessions.ts"
import type { Log } from "../contracts/store.ts"

/** A call that waits for a person, with what that person is shown. Pass it to `session.decide` or `session.answer`. */
export interface OpenRequestInfo extends OpenRequest {
  /** The tool's name. */
  readonly name: string
  /** What the tool would run with, or asks with. */
  readonly arguments: JsonObject
  /** What the person is shown: the preview of the call, or the question. */
  readonly preview: string
  /** When it was asked, in milliseconds since 1970. */
  readonly since: number
  /** It can be settled until then; absent when there is no time limit. */
  readonly expiresAt?: number
  /** Of an approval: how bad a mistake would be. */
  readonly risk?: Risk
  /** Of a question: answers to choose from. */
  readonly suggestions?: readonly string[]
  /** Set when a sub-agent asks. */
  readonly from?: ChildRequest
}

/** A session's row, with what its open requests ask. */
export interface SessionInfo extends SessionRow {
  /** The calls that wait for a person. */
  readonly openRequests: readonly OpenRequestInfo[]
}

type Asked = Extract<Fact, { type: "approval-requested" | "question-asked" }>

/** Requests stand near the end of a log, so it is read from there. */
const PAGE = 200

/** Leaves out requests that the log does not hold: they were settled since the row was read. */
export async function describeRequests(
  log: Pick<Log, "read">,
  { id, seq, openRequests }: Pick<SessionRow, "id" | "seq" | "openRequests">,
): Promise<readonly OpenRequestInfo[]> {
  let facts: readonly Fact[] = []
  for (let from = seq; from > 0 && !openRequests.every((request) => infoOf(request, facts) !== undefined); ) {
    const after = Math.max(0, from - PAGE)
    facts = [...(await log.read(id, after, from - after)), ...facts]
    from = after
  }
  return openRequests.flatMap((request) => infoOf(request, facts) ?? [])
}

function infoOf(request: OpenRequest, facts: readonly Fact[]): OpenRequestInfo | undefined {
  const asked = facts.findLast((fact): fact is Asked => isAbout(fact, request))
  const call = asked && callOf(asked, facts)
  if (asked === undefined || call === undefined) return undefined
  const { at: since, expiresAt, from } = asked
  const more = { since, ...defined({ expiresAt, from }) }
  if (asked.type === "question-asked")
    return { ...request, ...call, preview: asked.question, suggestions: asked.suggestions, ...more }
  return { ...request, ...call, preview: asked.preview, risk: asked.risk, ...more }
}

function isAbout(fact: Fact, { call, kind, question }: OpenRequest): boolean {
  const asks = kind === "approval" ? "approval-requested" : "question-asked"
  return fact.type === asks && fact.call === call && (question === undefined || fact.seq === question)
}

/** An approval names what it is about. A question does not: its call stands in the answer that made it. */
function callOf(asked: Asked, facts: readonly Fact[]): Pick<OpenRequestInfo, "name" | "arguments"> | undefined {
  if (asked.type === "approval-requested") return { name: asked.name, arguments: asked.arguments }
  for (const fact of facts) {
    const call = fact.type === "model-answered" ? fact.calls.find(({ id }) => id === asked.call) : undefined
    if (call !== undefined) return { name: call.name, arguments: call.arguments }
  }
  return undefined
}
