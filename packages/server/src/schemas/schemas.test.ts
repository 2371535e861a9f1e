import type {
  Change,
  Checkpoint,
  ContextReport,
  Event,
  Exchange,
  Fact,
  InboxRequest,
  Message,
  Note,
  Part,
  QueuedMessage,
  SessionInfo,
  Status,
  Task,
  ToolDefinition,
  TranscriptTurn,
  TurnResult,
  UndoReport,
  Usage,
  UsageRow,
} from "@pawl/agent"
import { describe, expect, it } from "vitest"
import type { z } from "zod"
import type { Exact } from "../http/route.ts"
import type { QueuedMessage as QueuedSchema } from "../routes/queue.ts"
import type { InboxEntry } from "../routes/requests.ts"
import type { TurnResultSchema } from "../routes/turns.ts"
import type { Part as PartSchema, Usage as UsageSchema } from "./content.ts"
import { EventSchema } from "./events.ts"
import type { Exchange as ExchangeSchema } from "./exchange.ts"
import { FactSchema } from "./facts.ts"
import type * as Reports from "./reports.ts"
import type { OpenRequestInfo, StatusName } from "./session.ts"
import type { TranscriptTurn as TurnSchema } from "./transcript.ts"

type Wire<S extends z.ZodType> = Exact<z.output<S>>

/** True only if a value of each type may stand where one of the other is wanted. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : "the library has more") : "the wire has more"

describe("the schemas of the wire", () => {
  it("are the types of the library, in both directions", () => {
    // The compiler checks them: any other value than true is an error of types.
    const same = {
      event: true satisfies Same<Wire<typeof EventSchema>, Event>,
      factType: true satisfies Same<Wire<typeof FactSchema>["type"], Fact["type"]>,
      turn: true satisfies Same<Wire<typeof TurnSchema>, TranscriptTurn>,
      exchange: true satisfies Same<Wire<typeof ExchangeSchema>, Exchange>,
      context: true satisfies Same<Wire<typeof Reports.ContextReport>, ContextReport>,
      message: true satisfies Same<Wire<typeof Reports.Message>, Message>,
      change: true satisfies Same<Wire<typeof Reports.Change>, Change>,
      checkpoint: true satisfies Same<Wire<typeof Reports.Checkpoint>, Checkpoint>,
      undo: true satisfies Same<Wire<typeof Reports.UndoReport>, UndoReport>,
      task: true satisfies Same<Wire<typeof Reports.Task>, Task>,
      note: true satisfies Same<Wire<typeof Reports.Note>, Note>,
      tool: true satisfies Same<Wire<typeof Reports.Tool>, ToolDefinition>,
      usageRow: true satisfies Same<Wire<typeof Reports.UsageRow>, UsageRow>,
      usage: true satisfies Same<Wire<typeof UsageSchema>, Usage>,
      part: true satisfies Same<Wire<typeof PartSchema>, Part>,
      queued: true satisfies Same<Wire<typeof QueuedSchema>, QueuedMessage>,
      request: true satisfies Same<Wire<typeof OpenRequestInfo>, SessionInfo["openRequests"][number]>,
      inbox: true satisfies Same<Wire<typeof InboxEntry>, InboxRequest>,
      status: true satisfies Same<Wire<typeof StatusName>, Status>,
      result: true satisfies Same<Omit<Wire<typeof TurnResultSchema>, "output">, Omit<TurnResult, "output">>,
    }
    expect(Object.values(same)).not.toContain(false)
  })

  it("refuse an event of an unknown type, and keep what is special to a fact", () => {
    expect(EventSchema.safeParse({ type: "unknown", position: "1" }).success).toBe(false)
    expect(EventSchema.safeParse({ type: "text-delta", attempt: "a", position: "1" }).success).toBe(false)
    const fact = { type: "nudged", v: 1, seq: 3, at: 5, text: "Go on." }
    expect(FactSchema.parse(fact)).toEqual(fact)
  })
})
