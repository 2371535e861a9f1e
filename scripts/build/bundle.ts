// What the bundles of all packages have in common. All files of a bundle lie in one folder, so that a path beside a module
// is the same in each of them.
import { join } from "node:path"
import { type CodeSplittingGroup, type OutputOptions, rolldown } from "rolldown"

/** Modules that lie in one file: those that `from` names, and what they import, unless an earlier file has it. */
export interface Shared {
  readonly name: string
  /** Below the folder of the sources. */
  readonly from: readonly string[]
  /** Holds nothing that an entry point or another such file needs too: that lies in the file "common". */
  readonly alone?: boolean
}

export interface Bundle {
  /** Files to make, by name, with the source that each begins at. */
  readonly input: Readonly<Record<string, string>>
  readonly dir: string
  /**
   * Files of modules that are loaded together, since a start pays for each file; the bundler decides about all others.
   * False: no file shares code with another.
   */
  readonly shared: { readonly source: string; readonly files: readonly Shared[] } | false
  /** What runs it; Node unless given. */
  readonly platform?: "browser"
}

export async function bundle({ input, dir, shared, platform }: Bundle): Promise<void> {
  const groups = shared && groupsOf(shared, Object.values(input), await staticImports(input))
  const build = await rolldown({ ...common, input, ...(platform !== undefined && { platform }) })
  await build.write({ ...output, dir, codeSplitting: groups && { groups } })
  await build.close()
}

type Imports = ReadonlyMap<string, readonly string[]>

function groupsOf(
  { source, files }: Exclude<Bundle["shared"], false>,
  entries: readonly string[],
  imports: Imports,
): CodeSplittingGroup[] {
  const sets = files.map(({ name, from, alone = false }) => {
    const modules = withImports(
      from.map((each) => join(source, each)),
      imports,
    )
    return { name, alone, modules }
  })
  const loners = sets.filter(({ alone }) => alone)
  const needing = [...entries.map((entry) => withImports([entry], imports)), ...loners.map(({ modules }) => modules)]
  const isCommon = (id: string) =>
    loners.some(({ modules }) => modules.has(id)) && needing.filter((modules) => modules.has(id)).length > 1
  const first = sets.findIndex(({ alone }) => alone)
  const tests = sets.map(({ name, modules }) => ({ name, test: (id: string) => modules.has(id) }))
  if (first >= 0) tests.splice(first, 0, { name: "common", test: isCommon })
  return tests.map((group, at) => ({ ...group, priority: tests.length - at }))
}

function withImports(roots: readonly string[], imports: Imports): ReadonlySet<string> {
  const modules = new Set<string>()
  for (const root of roots) collect(root, imports, modules)
  return modules
}

function collect(id: string, imports: Imports, into: Set<string>): void {
  if (into.has(id)) return
  into.add(id)
  for (const each of imports.get(id) ?? []) if (imports.has(each)) collect(each, imports, into)
}

/** The modules that a module imports when it is loaded; those that it imports later are not among them. */
async function staticImports(input: Bundle["input"]): Promise<Imports> {
  const found = new Map<string, string[]>()
  const reader = {
    name: "static-imports",
    moduleParsed: ({ id, importedIds }: { readonly id: string; readonly importedIds: string[] }) =>
      void found.set(id, importedIds),
  }
  const build = await rolldown({ ...common, input, plugins: [reader] })
  await build.generate(output)
  await build.close()
  return found
}

const common = {
  platform: "node" as const,
  // Packages stay packages: each is installed, and loaded when it is needed.
  external: (id: string) => !/^[./]/.test(id),
  // What package.json says of side effects names the files that are made here, not the sources.
  treeshake: { moduleSideEffects: () => true },
  // A module that is imported early by one and late by another is in the early file, which is right.
  checks: { ineffectiveDynamicImport: false },
}

const output: OutputOptions = {
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "[name].js",
  comments: { legal: true, annotation: true, jsdoc: false },
}
