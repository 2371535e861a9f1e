// A worker of a campaign: runs all due sessions of a PostgreSQL store, by leases or for Restate, until it is killed.
import { setTimeout as wait } from "node:timers/promises"
import { createAgent } from "../../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../../packages/agent/src/agent/options.ts"
import type { EffectClass } from "../../../packages/agent/src/contracts/fact.ts"
import type { Store } from "../../../packages/agent/src/contracts/store.ts"
import { call, type ScriptReply, type ScriptRequest, scripted } from "../../../packages/agent/src/model/scripted.ts"
import { type Tool, tool } from "../../../packages/agent/src/tools/tool.ts"
import { postgres } from "../../../packages/postgres/src/postgres.ts"
import type { RestateHostOptions } from "../../../packages/restate/src/options.ts"
import { restateHost } from "../../../packages/restate/src/restate-host.ts"
import { noter } from "./notes.ts"

export interface WorkerSetup {
  readonly folder: string
  readonly name: string
  readonly url: string
  readonly leases: NonNullable<AgentOptions["leases"]>
  readonly restate?: RestateHostOptions
}

/** What nobody answers expires by a timer, and the session is given back meanwhile. */
const EXPIRES_MS = 3000

const { folder, name, url, leases, restate } = JSON.parse(process.argv[2] ?? "{}") as WorkerSetup
const note = noter(folder, name)

await createAgent({
  store: noted(await postgres(url)),
  model: scripted(script),
  approvals: { timeoutMs: EXPIRES_MS },
  tools: [act("look", "read"), act("set", "idempotent"), act("send", "once"), act("pay", "once", true)],
  run: "all",
  // Two of three can take all sessions over at once: what waits for a slot is not taken over late, but would count as such.
  concurrency: 100,
  leases,
  parkMs: 300,
  // Servers are restarted and leases are lost: what that leads to is in the log.
  onError: () => {},
  ...(restate !== undefined && { host: restateHost(restate) }),
})
process.stdout.write("ready\n")

/** The words decide: "work" uses three tools, "pay" and "later" ask a person, anything else is answered at once. */
function script({ said, results }: ScriptRequest): ScriptReply {
  const [kind] = said.split(" ")
  if (kind === "work" && results.length === 0) return { calls: [call("look"), call("set")] }
  if (kind === "work" && results.length === 2) return { calls: [call("send")] }
  if ((kind === "pay" || kind === "later") && results.length === 0) return { calls: [call("pay")] }
  return `Done: ${results.map(({ text }) => text).join(", ")}`
}

function act(what: string, effect: EffectClass, approval = false): Tool {
  return tool({
    name: what,
    description: what,
    input: { type: "object" },
    effect,
    approval,
    run: async (_, { effectKey }) => {
      note({ what: "effect", session: effectKey.split(":")[0] ?? "", key: effectKey, effect })
      await wait(200 + Math.random() * 300)
      return what
    },
  })
}

/** Notes what the store has granted. Each worker poses as a machine of its own, so that no other can look at its process. */
function noted(store: Store): Store {
  return {
    ...store,
    leases: {
      ...store.leases,
      join: (runner) => store.leases.join({ ...runner, boot: name }),
      acquire: async (session, ...claim) => {
        const acquired = await store.leases.acquire(session, ...claim)
        if (acquired.ok) note({ what: "acquired", session, epoch: acquired.epoch })
        return acquired
      },
      release: async (session, epoch, rest) => {
        const isReleased = await store.leases.release(session, epoch, rest)
        if (isReleased) note({ what: "released", session, epoch })
        return isReleased
      },
    },
    log: {
      ...store.log,
      append: async (what) => {
        const appended = await store.log.append(what)
        const { session, epoch, expectedSeq: from, facts, columns } = what
        const rests = columns.dueAt === null || columns.dueAt > Date.now()
        if (appended.ok) note({ what: "appended", session, epoch, from, facts: facts.length, rests })
        return appended
      },
    },
  }
}
