// Lets a worker run the sessions of a server's users with their rights, limits and grants, as the server itself does. Loaded when
// the first such session runs: most databases have none.
import type { Grants, Limits, Store } from "@pawl/agent"
import type { OwnerOptions } from "@pawl/server/access"
import type { OwnersOptions } from "../agent/agent.ts"
import type { Tree } from "../config/read-file.ts"

interface Surroundings {
  readonly store: Store | Promise<Store>
  /** The grants of sessions without an owner. */
  readonly local: Grants
  readonly limits: Limits
  /** "serve" of the configuration: users without groups have the same rights as on the server. */
  readonly serve: Tree
}

export function laterOwners({ store, local, limits, serve }: Surroundings): OwnersOptions {
  const usual = typeof limits.owner === "function" ? undefined : limits.owner
  const { defaultGroup } = serve
  const ofUsers = async (owner: string | null | undefined): Promise<OwnerOptions | undefined> => {
    if (owner === undefined || owner === null) return undefined
    const { ownerOptions, Users } = await import("@pawl/server/access")
    const users = new Users({ store: await store, ...(typeof defaultGroup === "string" && { defaultGroup }) })
    // The owners of a program that has no users here are its own affair.
    return (await users.isEmpty()) ? undefined : ownerOptions(users, local)
  }
  return {
    contextOf: async (turn) => (await ofUsers(turn.owner))?.contextOf(turn),
    permits: async (call) => (await ofUsers(call.owner))?.permits(call) ?? true,
    grants: {
      list: async (owner) => ((await ofUsers(owner))?.grants ?? local).list(owner),
      add: async (grant) => ((await ofUsers(grant.owner))?.grants ?? local).add(grant),
    },
    limits: {
      ...limits,
      owner: async (owner) => ({ ...usual, ...(await (await ofUsers(owner))?.limits.owner(owner)) }),
    },
  }
}
