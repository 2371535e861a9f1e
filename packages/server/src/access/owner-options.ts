// What makes an agent run each session with the rights of its owner, and with nobody else's.
import type { AgentOptions, Grants, LimitsOf, Permits, PermitsModel } from "@pawl/agent"
import { covers, NOTHING } from "./allows.ts"
import { LOCAL, type Principal } from "./principal.ts"
import type { Users } from "./users.ts"

/** The options of an agent that say what the owner of a session may do. */
export interface OwnerOptions {
  readonly contextOf: NonNullable<AgentOptions<Principal>["contextOf"]>
  readonly permits: Permits
  readonly permitsModel: PermitsModel
  readonly grants: Grants
  readonly limits: { readonly owner: LimitsOf }
}

/**
 * Options for the agents of a server: tools get the owner of the session as their context, whoever sends the message, also
 * after a crash; rights, grants and limits are those of the owner, as they are when a call begins. `local`: the grants of
 * sessions without an owner, where the terminal program keeps them.
 *
 * @example
 * ```ts
 * const users = new Users({ store })
 * const agent = await createAgent({ model, store, ...ownerOptions(users) })
 * ```
 */
export function ownerOptions(users: Users, local: Grants = users.grants): OwnerOptions {
  const principalOf = async (owner: string | undefined): Promise<Principal> =>
    owner === undefined ? LOCAL : ((await users.principal(owner)) ?? { user: owner, role: "viewer", allows: NOTHING })
  return {
    contextOf: ({ owner }) => principalOf(owner),
    permits: async ({ owner, tool }) => covers((await principalOf(owner)).allows.tools, tool),
    permitsModel: async ({ owner, model }) => covers((await principalOf(owner)).allows.models, model),
    limits: { owner: async (owner) => (owner === null ? undefined : users.limitsOf(owner)) },
    grants: {
      list: (owner) => (owner === undefined ? local.list() : users.grants.list(owner)),
      add: (grant) => (grant.owner === undefined ? local.add(grant) : users.grants.add(grant)),
    },
  }
}
