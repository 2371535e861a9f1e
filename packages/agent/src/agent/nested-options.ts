// The names inside the options of `createAgent` that are objects: a misspelt one would be passed over in silence.
import { nearest } from "../base/nearest.ts"
import type { ChildKind, DelegationOptions } from "../contracts/delegation.ts"
import type { UndoLimits } from "../contracts/files.ts"
import type { Names } from "../contracts/known-options.ts"
import type { BuiltinOptions } from "../workspace/builtin-tools.ts"
import type { AgentOptions, ToolSearchOptions } from "./options.ts"
import { modelProblem } from "./part-problems.ts"
import type { OrchestrateOptions } from "./planner-wiring.ts"

type Of<Name extends keyof AgentOptions> = Names<NonNullable<AgentOptions[Name]>>

const approvals: Of<"approvals"> = { timeoutMs: true }
const leases: Of<"leases"> = { beatMs: true, lapseMs: true, sweepMs: true }
const undo: Names<UndoLimits> = { maxFileBytes: true, maxSessionBytes: true }
const toolSearch: Names<ToolSearchOptions> = { embedder: true, cacheFolder: true }
const orchestrate: Names<OrchestrateOptions> = { planner: true, router: true, maxSteps: true, k: true, tries: true }
const delegation: Names<DelegationOptions> = {
  maxDepth: true,
  maxChildren: true,
  timeoutMs: true,
  maxIterations: true,
  maxTokens: true,
  kinds: true,
}
const builtins: Names<Omit<BuiltinOptions, "workspace">> = {
  env: true,
  allowNetwork: true,
  readOnlyFolders: true,
  allowPrivateUrls: true,
  fetchTimeoutMs: true,
  maxFetchBytes: true,
  lookup: true,
  isAllowedAddress: true,
  searchTimeoutMs: true,
}
const kind: Names<ChildKind> = { about: true, tools: true, model: true, instructions: true }

const NESTED: Readonly<Record<string, Names<object>>> = {
  approvals,
  leases,
  undo,
  toolSearch,
  orchestrate,
  delegation,
  builtins,
}

export function nestedProblems(options: AgentOptions): readonly string[] {
  const given = new Map<string, unknown>(Object.entries(options))
  return [
    ...Object.entries(NESTED).flatMap(([name, names]) => unknownIn(name, given.get(name), names)),
    ...kindProblems(options),
  ]
}

function kindProblems({ delegation: given }: AgentOptions): readonly string[] {
  const kinds = typeof given === "object" ? (given.kinds ?? {}) : {}
  return Object.entries(kinds).flatMap(([name, each]) => {
    const where = `delegation.kinds.${name}`
    const wrong = each.model === undefined ? undefined : modelProblem(`${where}.model`, each.model)
    return [...unknownIn(where, each, kind), ...(wrong === undefined ? [] : [wrong])]
  })
}

function unknownIn(where: string, given: unknown, names: Names<object>): readonly string[] {
  if (typeof given !== "object" || given === null) return []
  const known = Object.keys(names)
  const wrong = Object.keys(given).filter((name) => !known.includes(name))
  return wrong.map((name) => `${where}.${name}: there is no such option; the nearest is ${nearest(name, known, 1)[0]}`)
}
