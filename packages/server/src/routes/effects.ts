// Calls that may or may not have taken effect, what a person found out about them, and the audit of all calls.
import type { Fact, Store } from "@pawl/agent"
import { auditOf, doubtfulEffects } from "@pawl/agent/observe"
import { z } from "zod"
import { HttpError } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { AnyObject, CallParams, SessionParams } from "../schemas/common.ts"

const KIND = "effect"
const keyOf = (session: string, call: string) => JSON.stringify([session, call])

const Finding = z.object({
  happened: z.boolean().describe("Whether the call took effect."),
  note: z.string().max(2000).optional(),
  by: z.string(),
  at: z.number(),
})

const Effect = z
  .object({
    call: z.string(),
    tool: z.string(),
    arguments: AnyObject,
    at: z.number(),
    effectKey: z.string(),
    outcome: z.enum(["unknown", "open"]),
    found: Finding.optional().describe("What a person found out about it."),
  })
  .meta({ id: "Effect" })

/** The facts that say what became of calls: pages ask for the effects of every session that they open, and most facts are no calls. */
function callsOf(store: Store, session: string): Promise<readonly Fact[]> {
  return store.log.read(session, 0, undefined, ["tool-started", "tool-finished"])
}

const list = route("look.effects", {
  summary: "Calls that may or may not have taken effect, because a process died before it recorded the outcome.",
  params: SessionParams,
  answer: z.object({ effects: z.array(Effect) }),
  async handle({ params: { session }, principal, services: { workspaces, store } }) {
    await workspaces.row(principal, session)
    const found = doubtfulEffects(await callsOf(store, session))
    const effects = found.map(async (effect) => {
      const finding = await store.records.get(KIND, keyOf(session, effect.call))
      return { ...effect, ...(finding !== undefined && { found: Finding.parse(finding.value) }) }
    })
    return { effects: (await Promise.all(effects)) as z.input<typeof Effect>[] }
  },
})

const settle = route("effects.settle", {
  summary: "Records what you found out about a call whose outcome is unknown, once; and tells the model, if you wish.",
  params: CallParams,
  body: z.object({
    happened: z.boolean(),
    note: z.string().max(2000).optional(),
    tell: z.boolean().optional().describe("Sends it to the session as a message, which the model answers."),
  }),
  answer: Finding,
  async handle({ params: { session: id, call }, body: { tell = false, ...found }, principal, services }) {
    const { workspaces, store } = services
    const session = await workspaces.open(principal, id)
    const effect = doubtfulEffects(await callsOf(store, id)).find((each) => each.call === call)
    if (effect === undefined)
      throw new HttpError(404, "effect-missing", `The outcome of call "${call}" is not in doubt. List the effects.`)
    const finding = { ...found, by: principal.user, at: Date.now() }
    if ((await store.records.put(KIND, keyOf(id, call), finding, 0)) === undefined)
      throw new HttpError(409, "already-settled", `A person has settled call "${call}" already. List the effects.`)
    if (tell) await session.send(wordsFor(effect, found), { by: principal.user, id: `settled:${call}` }).accepted()
    return finding
  },
})

function wordsFor(
  effect: { readonly tool: string; readonly arguments: object },
  found: { happened: boolean; note?: string },
): string {
  const did = found.happened ? "did take effect" : "did not take effect"
  const note = found.note === undefined ? "" : ` ${found.note}`
  return `I have checked: the call ${effect.tool}(${JSON.stringify(effect.arguments)}) ${did}.${note}`
}

const audit = route("look.audit", {
  summary: "Every call of the session: its arguments, who allowed it, how it ended and how long it took.",
  params: SessionParams,
  answer: z.object({ calls: z.array(AnyObject) }),
  async handle({ params: { session }, principal, services: { workspaces, store } }) {
    await workspaces.row(principal, session)
    return { calls: auditOf(await store.log.read(session, 0)) as unknown as z.input<typeof AnyObject>[] }
  },
})

export const effectRoutes = [list, settle, audit]
