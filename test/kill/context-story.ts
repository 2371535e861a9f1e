// Two customers' turns, in a tool and before an approval: the process that begins them is killed, another one goes on.
import { appendFileSync } from "node:fs"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import type { ApproveCall } from "../../packages/agent/src/tools/prepare.ts"
import { toolFor } from "../../packages/agent/src/tools/tool.ts"

export interface Customer {
  readonly user: string
}

export const OWNERS = ["ada", "bob"] as const

/** `until`: how long a call of `ship` takes. `pay` needs approval, and ships nothing. */
export function shop(folder: string, until: () => Promise<void>) {
  const note = (words: string) => appendFileSync(`${folder}/seen`, `${words}\n`)
  const about = { input: { type: "object" }, description: "Does it." } as const
  const ship = toolFor<Customer>()({
    ...about,
    name: "ship",
    effect: "idempotent",
    approval: false,
    run: async (_, { context, owner, session, turn }) => {
      note(`ship for ${context.user}, ${owner} in ${session}, turn ${turn}`)
      await until()
      return `Shipped for ${context.user}.`
    },
  })
  const pay = toolFor<Customer>()({
    ...about,
    name: "pay",
    effect: "once",
    run: (_, { context }) => `Paid for ${context.user}.`,
  })
  const approve: ApproveCall<Customer> = async ({ context, owner }) => {
    note(`approve for ${context.user}, ${owner}`)
    await until()
    return "auto" as const
  }
  const model = scripted(({ said, results }) => results.at(-1)?.text ?? { calls: [call(said, {})] })
  return { tools: [ship, pay], model, approve }
}
