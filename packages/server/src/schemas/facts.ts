// A fact of the log as it comes over the wire: its type and the fields that all have. The rest depends on the type.
import type { Fact } from "@pawl/agent"
import { z } from "zod"

const TYPES = [
  "session-opened",
  "turn-started",
  "input-added",
  "input-withdrawn",
  "model-asked",
  "model-answered",
  "model-failed",
  "request-held",
  "nudged",
  "approval-requested",
  "approval-settled",
  "question-asked",
  "question-answered",
  "question-withdrawn",
  "tool-started",
  "tool-finished",
  "history-compacted",
  "compaction-asked",
  "plan-made",
  "plan-step-finished",
  "plan-failed",
  "turn-cancelled",
  "turn-finished",
  "checkpoint-made",
  "restore-asked",
  "files-restored",
  "conversation-rewound",
  "catalogue-changed",
  "usage-limit-met",
  "output-checked",
] as const satisfies readonly Fact["type"][]

export const FactSchema = z
  .object({
    type: z.enum(TYPES),
    v: z.literal(1),
    seq: z.number().describe("Its number in the log, from 1, without a gap."),
    at: z.number().describe("Milliseconds since 1970."),
    malformed: z.string().optional(),
  })
  .loose()
  .meta({ id: "Fact" })
