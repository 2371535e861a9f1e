// A request to a model as it was sent, and the answer or the failure, as it comes over the wire.
import { z } from "zod"
import { Budget, Usage } from "./content.ts"
import { ModelError } from "./events.ts"
import { Call, Message, Reasoning, Tool } from "./reports.ts"

const Problem = z.object({ code: z.string(), message: z.string() }).meta({ id: "AnswerProblem" })

const DONE = { seq: z.number(), ms: z.number(), usage: Usage.optional() }

export const Exchange = z
  .object({
    attempt: z.string(),
    seq: z.number(),
    at: z.number(),
    turn: z.number(),
    model: z.string(),
    purpose: z.enum(["judge", "summary", "sampling"]).optional(),
    phase: z.enum(["plan", "route", "synthesis"]).optional(),
    budget: Budget.optional(),
    sections: z.array(z.object({ name: z.string(), hash: z.string(), text: z.string().optional() })),
    tools: z.array(Tool),
    messages: z.array(Message),
    answer: z
      .object({
        ...DONE,
        text: z.string(),
        reasoning: z.array(Reasoning),
        calls: z.array(Call),
        problems: z.array(Problem),
        stop: z.enum(["end", "tool-calls", "max-tokens", "refused", "other"]),
      })
      .optional(),
    failure: z
      .object({
        ...DONE,
        error: ModelError,
        text: z.string().optional(),
        retryAt: z.number().optional(),
      })
      .optional(),
  })
  .meta({ id: "Exchange" })
