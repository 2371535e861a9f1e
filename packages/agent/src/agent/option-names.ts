// The names of the options of `createAgent`, and what to write for a name that is none of them.
import { nearest } from "../base/nearest.ts"
import type { AgentOptions } from "./options.ts"

/** The compiler keeps this list complete. */
const NAMES: Readonly<Record<keyof AgentOptions, true>> = {
  model: true,
  models: true,
  tools: true,
  onlyTools: true,
  aliases: true,
  workspace: true,
  builtins: true,
  mcp: true,
  mcpOptions: true,
  plugins: true,
  pluginOptions: true,
  offer: true,
  toolChoice: true,
  toolSearch: true,
  resultLimits: true,
  store: true,
  approve: true,
  approvals: true,
  grants: true,
  instructions: true,
  task: true,
  undo: true,
  locale: true,
  contextProviders: true,
  contextOf: true,
  storeContext: true,
  retrieval: true,
  profile: true,
  dialect: true,
  maxIterations: true,
  interruptedTools: true,
  retries: true,
  rates: true,
  maxRetryAfterMs: true,
  finish: true,
  judge: true,
  tasks: true,
  notes: true,
  questions: true,
  delegation: true,
  orchestrate: true,
  window: true,
  run: true,
  concurrency: true,
  leases: true,
  parkMs: true,
  clock: true,
  ids: true,
  observe: true,
  onError: true,
  limits: true,
  prices: true,
}

/** What other libraries call these options, and what belongs elsewhere: what to write. */
const INSTEAD: Readonly<Record<string, string>> = {
  apiKey: "model: modelFrom(name, { apiKey })",
  baseURL: "model: modelFrom(name, { baseUrl })",
  baseUrl: "model: modelFrom(name, { baseUrl })",
  checkpointer: "store",
  budget: "limits: { turn: { costUsd } }",
  context: "agent.open({ context }), or session.send(input, { context })",
  handoffs: "delegation: { kinds }",
  headers: "model: modelFrom(name, { headers })",
  llm: "model",
  maxActiveSessions: "limits: { owner: { activeSessions } }",
  maxBudgetUsd: "limits: { turn: { costUsd } }",
  maxFiles: "limits: { session: { files } }",
  maxMessageChars: "limits: { message: { chars } }",
  maxSessions: "limits: { owner: { sessions } }",
  maxRetries: "retries: { attempts }",
  maxSteps: "maxIterations",
  maxTurns: "maxIterations",
  mcpServers: "mcp: { mcpServers }",
  memory: "store",
  prompt: "instructions",
  recursionLimit: "maxIterations",
  stopWhen: "maxIterations",
  rateLimit: 'rates: { "*": { requestsPerMinute } }',
  rateLimits: 'rates: { "*": { requestsPerMinute } }',
  storage: "store",
  system: "instructions",
  systemPrompt: "instructions",
  temperature: "model: modelFrom(name, { temperature })",
}

export function unknownOptions(options: object): readonly string[] {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(NAMES, name))
  return unknown.map((name) => {
    const instead = Object.hasOwn(INSTEAD, name) ? `write ${INSTEAD[name]}` : undefined
    return `${name}: there is no such option; ${instead ?? `the nearest is ${nearest(name, Object.keys(NAMES), 1)[0]}`}`
  })
}
