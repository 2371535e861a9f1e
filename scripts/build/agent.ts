// The files of @pawl/agent: an entry point each for what package.json exports, and files that threads and processes start with.
import { basename, join } from "node:path"
import { OWN_FILES } from "../../packages/agent/src/outside/own-file.ts"
import { bundle, type Shared } from "./bundle.ts"
import { exported } from "./exported.ts"

/**
 * A program that imports one small thing must not bundle the loop, so the loop comes late. What only a run needs comes last,
 * and no entry point loads it: a store and a provider are loaded by those who have them.
 */
const SHARED: readonly Shared[] = [
  { name: "node-version", from: ["agent/node-version.ts"] },
  { name: "tool", from: ["tools/tool.ts", "base/taxonomy.ts", "plugins/plugin.ts", "plugins/secret.ts"] },
  { name: "names", from: ["model/provider-table.ts", "profiles/names.ts"] },
  {
    name: "parts",
    from: [
      "contracts/asking.ts",
      "store/memory.ts",
      "model/providers.ts",
      "features/finish/checks.ts",
      "tools/json-schema.ts",
    ],
  },
  { name: "loop", from: ["agent/create-agent.ts", "profiles/profiles.ts"] },
  { name: "grants", from: ["features/approval/policy/grant-like.ts", "session/clean-up.ts"] },
  { name: "answers", from: ["model/wire/answer-so-far.ts", "model/wire/fields.ts", "contracts/fact.ts"] },
  { name: "sqlite", from: ["store/sqlite.ts"], alone: true },
  {
    name: "run",
    alone: true,
    from: [
      "agent/runtime.ts",
      "agent/agent-of.ts",
      "features/questions/ask-user.ts",
      "features/tasks/tasks.ts",
      "features/undo/workspace-files.ts",
      "model/without-secrets.ts",
      "tools/read-result.ts",
      "workspace/builtin-tools.ts",
    ],
  },
  {
    name: "wire",
    alone: true,
    from: [
      "model/wire/wire-model.ts",
      "model/wire/sampling.ts",
      "model/wire/kept-messages.ts",
      "model/wire/openai-messages.ts",
      "model/wire/fit/closed-answer.ts",
      "model/wire/fit/rules.ts",
    ],
  },
]

export async function buildAgent(home: string, dir: string): Promise<void> {
  const source = join(home, "src")
  const input = exported(home)
  await bundle({ input, dir, shared: { source, files: SHARED } })
  // A thread starts quickly when it loads only its own code.
  for (const [name, path] of Object.entries(OWN_FILES))
    await bundle({ input: { [basename(name, ".js")]: join(source, path) }, dir, shared: false })
}
