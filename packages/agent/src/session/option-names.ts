// The names of the options of a session's methods.
import type { Names } from "../contracts/known-options.ts"
import type { UsageQuery } from "../contracts/limits.ts"
import type { MetadataChange } from "../contracts/sessions.ts"
import type { TranscriptOptions } from "../features/transcript/transcript.ts"
import type { RewindOptions, UndoOptions } from "../features/undo/undo.ts"
import type { ForkOptions } from "./fork.ts"
import type { AnswerOptions, CompactOptions, Decision, FollowOptions, SendOptions } from "./handle-types.ts"
import type { RequestQuery } from "./request-inbox.ts"

const id = { id: true, by: true } as const
const restore = { force: true, dryRun: true, ...id } as const

export const SEND: Names<SendOptions> = {
  ...id,
  whenBusy: true,
  model: true,
  tools: true,
  output: true,
  toolChoice: true,
  approval: true,
  priority: true,
  signal: true,
  context: true,
}
/** What other libraries call these options, and what belongs elsewhere: what to write. */
export const SEND_WORDS: Readonly<Record<string, string>> = {
  abortSignal: "signal",
  experimental_output: "output",
  format: "output",
  instructions: "agent.open({ instructions }), or createAgent({ instructions })",
  maxIterations: "createAgent({ maxIterations })",
  maxSteps: "createAgent({ maxIterations })",
  maxTurns: "createAgent({ maxIterations })",
  outputSchema: "output",
  output_schema: "output",
  outputType: "output",
  responseFormat: "output",
  response_format: "output",
  schema: "output",
  structuredOutput: "output",
  system: "agent.open({ instructions }), or createAgent({ instructions })",
  systemPrompt: "agent.open({ instructions }), or createAgent({ instructions })",
  temperature: "createAgent({ model: modelFrom(name, { temperature }) })",
  timeout: "signal: AbortSignal.timeout(ms)",
  timeoutMs: "signal: AbortSignal.timeout(ms)",
  tool_choice: "toolChoice",
  activeTools: "tools",
  allowedTools: "tools",
  onlyTools: "tools",
  user: "by",
  userId: "by",
}
export const FOLLOW: Names<FollowOptions> = { after: true, signal: true, failFast: true }
export const DECIDE: Names<Omit<Decision, "decision">> = { arguments: true, reason: true, grant: true, ...id }
export const ANSWER: Names<AnswerOptions> = { question: true, ...id }
export const COMPACT: Names<CompactOptions> = { focus: true, ...id }
export const FORK: Names<ForkOptions> = { at: true, id: true, title: true }
export const UNSEND: Names<{ readonly by?: string }> = { by: true }
export const UNDO: Names<UndoOptions> = { call: true, turn: true, ...restore }
export const REWIND: Names<RewindOptions> = { turn: true, what: true, ...restore }
export const TRANSCRIPT: Names<TranscriptOptions> = { last: true, before: true }
export const REQUESTS: Names<RequestQuery> = { owner: true }
export const USAGE: Names<UsageQuery> = { owner: true, from: true, to: true }
export const UPDATE: Names<MetadataChange> = {
  title: true,
  pinned: true,
  archived: true,
  tags: true,
  addTags: true,
  removeTags: true,
}
