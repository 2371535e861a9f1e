// What the bundles of all packages have in common. All files of a bundle lie in one folder, so that a path beside a module
// is the same in each of them.
import { type CodeSplittingGroup, type OutputOptions, rolldown } from "rolldown"

export interface Bundle {
  /** Files to make, by name, with the source that each begins at. */
  readonly input: Readonly<Record<string, string>>
  readonly dir: string
  /** Which modules share a file; the bundler decides about the others. False: no file shares code with another. */
  readonly chunks: readonly CodeSplittingGroup[] | false
  /** What runs it; Node unless given. */
  readonly platform?: "browser"
}

export async function bundle({ input, dir, chunks, platform }: Bundle): Promise<void> {
  const build = await rolldown({ ...common, input, ...(platform !== undefined && { platform }) })
  await build.write({ ...output, dir, codeSplitting: chunks && { groups: [...chunks] } })
  await build.close()
}

/** The modules that a module imports when it is loaded; those that it imports later are not among them. */
export async function staticImports(input: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string[]>> {
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
