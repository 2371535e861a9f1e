// The files of @pawl/agent: an entry point each for what package.json exports, and files that threads and processes start with.
import { basename, join } from "node:path"
import type { CodeSplittingGroup } from "rolldown"
import { OWN_FILES } from "../../packages/agent/src/outside/own-file.ts"
import { bundle, staticImports } from "./bundle.ts"
import { exported } from "./exported.ts"

/**
 * What lies in one file, first match first; `from` names modules, and what they import lies with them. A program that
 * imports one small thing must not bundle the loop, so the loop comes last.
 */
const FILES: readonly { readonly name: string; readonly from: readonly string[] }[] = [
  { name: "node-version", from: ["agent/node-version.ts"] },
  { name: "tool", from: ["tools/tool.ts", "base/taxonomy.ts", "plugins/plugin.ts", "plugins/secret.ts"] },
  { name: "names", from: ["model/provider-table.ts", "profiles/names.ts"] },
  {
    name: "parts",
    from: ["store/memory.ts", "model/providers.ts", "features/finish/checks.ts", "tools/json-schema.ts"],
  },
  { name: "loop", from: ["agent/create-agent.ts", "profiles/profiles.ts"] },
]

export async function buildAgent(home: string, dir: string): Promise<void> {
  const source = join(home, "src")
  const input = exported(home)
  await bundle({ input, dir, chunks: await groups(source, input) })
  // A thread starts quickly when it loads only its own code.
  for (const [name, path] of Object.entries(OWN_FILES))
    await bundle({ input: { [basename(name, ".js")]: join(source, path) }, dir, chunks: false })
}

async function groups(source: string, input: Readonly<Record<string, string>>): Promise<CodeSplittingGroup[]> {
  const imports = await staticImports(input)
  return FILES.map(({ name, from }, at) => {
    const modules = new Set<string>()
    for (const each of from) collect(join(source, each), imports, modules)
    return { name, priority: FILES.length - at, test: (id: string) => modules.has(id) }
  })
}

function collect(id: string, imports: ReadonlyMap<string, readonly string[]>, into: Set<string>): void {
  if (into.has(id)) return
  into.add(id)
  for (const each of imports.get(id) ?? []) if (imports.has(each)) collect(each, imports, into)
}
