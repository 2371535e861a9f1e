// The first fact of every session: its owner, its profile, its parent and its workspace.
import { defined } from "../../base/defined.ts"
import type { Delegated } from "../../contracts/delegation.ts"
import type { Grant, Parent } from "../../contracts/fact.ts"
import type { Json } from "../../contracts/json.ts"
import type { FactDefinition } from "../define-fact.ts"

/** The first fact of every session. */
export interface SessionOpened {
  readonly type: "session-opened"
  readonly session: string
  readonly profile: string
  readonly owner?: string
  readonly parent?: Parent
  /** The real path of the folder that the session's tools work in. */
  readonly workspace?: string
  /** Instructions for this session; they take precedence over the agent's. */
  readonly instructions?: string
  /** What the application passed when it opened the session, where the agent stores contexts. */
  readonly context?: Json
  /** Set when another session delegated a task to this one. */
  readonly delegated?: Delegated
  /** The grants that held in the parent session at that time. */
  readonly grants?: readonly Grant[]
}

export const sessionOpened: FactDefinition<SessionOpened> = {
  type: "session-opened",
  version: 1,
  must: { session: "string", profile: "string" },
  may: { owner: "string", workspace: "string", instructions: "string", grants: "list", parent: "object" },
  fold(state, { session: id, profile, owner, parent, workspace, instructions, delegated, context }) {
    const session = {
      id,
      profile,
      ...defined({ owner, parent, workspace, instructions, delegated, context }),
    }
    return { ...state, session }
  },
  record: "none",
  describe: ({ profile, parent }) =>
    `profile ${profile}${parent === undefined ? "" : `, ${parent.kind} of ${parent.session}`}`,
  secret: ["workspace", "instructions", "delegated", "context"],
}
