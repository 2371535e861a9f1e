// Converts log records to the histograms of the conventions for generative AI, with the recommended buckets.
import type { Attributes, Meter } from "@opentelemetry/api"
import type { LogRecord, ModelCall } from "../log-record.ts"
import { GEN_AI, readModel } from "./names.ts"

const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TURN_SECONDS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6]

export function meterRecords(meter: Meter, agentName: string): (record: LogRecord) => void {
  const histogram = (name: string, unit: string, explicitBucketBoundaries: number[], description: string) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } })
  const tokens = histogram("gen_ai.client.token.usage", "{token}", TOKENS, "Number of input and output tokens used.")
  const asked = histogram("gen_ai.client.operation.duration", "s", SECONDS, "GenAI operation duration.")
  const ran = histogram("gen_ai.execute_tool.duration", "s", SECONDS, "Duration of a tool call.")
  const turn = histogram("gen_ai.invoke_agent.duration", "s", TURN_SECONDS, "Duration of a turn.")
  return (record) => {
    if (record.kind === "model-call") {
      const about = aboutModel(record)
      asked.record(record.ms / 1000, { ...about, ...errorOf(record.error?.code) })
      if (record.usage === undefined) return
      tokens.record(record.usage.inputTokens, { ...about, [GEN_AI.tokenType]: "input" })
      tokens.record(record.usage.outputTokens, { ...about, [GEN_AI.tokenType]: "output" })
    }
    if (record.kind === "tool-call" && record.startedAt !== undefined) {
      const error = record.outcome === "ok" ? undefined : (record.code ?? record.outcome)
      ran.record(record.ms / 1000, {
        [GEN_AI.operation]: "execute_tool",
        [GEN_AI.tool]: record.tool,
        ...errorOf(error),
      })
    }
    if (record.kind === "turn-end") {
      const error = record.outcome === "failed" ? (record.code ?? "failed") : undefined
      turn.record(record.ms / 1000, {
        [GEN_AI.operation]: "invoke_agent",
        [GEN_AI.agent]: agentName,
        ...errorOf(error),
      })
    }
  }
}

function aboutModel(record: ModelCall): Attributes {
  const { provider, model } = readModel(record.model)
  return { [GEN_AI.operation]: "chat", [GEN_AI.provider]: provider, [GEN_AI.model]: model }
}

function errorOf(code: string | undefined): Attributes {
  return code === undefined ? {} : { [GEN_AI.error]: code }
}
