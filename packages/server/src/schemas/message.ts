// The messages of a session as a client that polls gets them: each is final when it appears, so the next poll has only newer ones.
import type { Fact } from "@pawl/agent"
import { z } from "zod"
import { AnyJson, AnyObject } from "./common.ts"

const Stamp = { seq: z.number(), at: z.number() }
const Parts = z.array(AnyObject)

export const PolledMessage = z
  .discriminatedUnion("role", [
    z.object({ ...Stamp, role: z.literal("user"), turn: z.number(), parts: Parts, by: z.string().optional() }),
    z.object({
      ...Stamp,
      role: z.literal("assistant"),
      attempt: z.string(),
      text: z.string(),
      calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: AnyJson })),
    }),
    z.object({
      ...Stamp,
      role: z.literal("tool"),
      call: z.string(),
      name: z.string(),
      outcome: z.string(),
      content: Parts,
    }),
    z.object({
      ...Stamp,
      role: z.literal("end").describe("The turn is over. Its text may be a tool's or the runtime's."),
      turn: z.number(),
      outcome: z.string(),
      text: z.string(),
      error: z.object({ code: z.string(), message: z.string() }).loose().optional(),
    }),
    z.object({
      ...Stamp,
      role: z.literal("void").describe("The answer of this attempt does not count."),
      attempt: z.string(),
    }),
    z.object({
      ...Stamp,
      role: z.literal("rewound").describe("Messages after this number do not count."),
      to: z.number(),
    }),
  ])
  .meta({ id: "PolledMessage" })

type Polled = z.input<typeof PolledMessage>

/** What a person should see of these facts. Requests beside the conversation have no place in it. */
export function messagesIn(facts: readonly Fact[]): Polled[] {
  return facts.flatMap((fact) => messageOf(fact) ?? [])
}

function messageOf(fact: Fact): Polled | undefined {
  const { seq, at } = fact
  switch (fact.type) {
    case "turn-started":
    case "input-added":
      return {
        seq,
        at,
        role: "user",
        turn: fact.turn,
        parts: plain(fact.input),
        ...(fact.by !== undefined && { by: fact.by }),
      }
    case "model-answered":
      return answerOf(fact)
    case "tool-finished": {
      const { call, name, outcome, content } = fact
      return { seq, at, role: "tool", call, name, outcome, content: plain(content) }
    }
    case "nudged":
      return fact.attempt === undefined ? undefined : { seq, at, role: "void", attempt: fact.attempt }
    case "conversation-rewound":
      return { seq, at, role: "rewound", to: fact.to }
    case "turn-finished": {
      const { turn, outcome, text, error } = fact
      return { seq, at, role: "end", turn, outcome, text, ...(error !== undefined && { error: { ...error } }) }
    }
    default:
      return undefined
  }
}

function answerOf(fact: Extract<Fact, { type: "model-answered" }>): Polled | undefined {
  const { seq, at, attempt, purpose, phase } = fact
  if (purpose !== undefined || phase === "plan") return undefined
  // What a router says is not for the user; its calls are.
  const text = phase === "route" ? "" : fact.text
  const calls =
    phase === "synthesis" ? [] : fact.calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }))
  if (text.trim() === "" && calls.length === 0) return undefined
  return { seq, at, role: "assistant", attempt, text, calls: calls as never }
}

/** Plain data of the library, passed on as it is. */
function plain(parts: readonly object[]): z.input<typeof Parts> {
  return parts as unknown as z.input<typeof Parts>
}
