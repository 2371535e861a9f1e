// Context provider that quotes local files: it looks up the user's message in an index of a folder, and adds the best
// passages to the prompt with path and line.
import { createHash } from "node:crypto"
import { realpathSync, statSync } from "node:fs"
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path"
import type { ContextProvider, ProviderContext } from "../../context/providers/provider.ts"
import { PawlError } from "../../contracts/error.ts"
import { IndexThread } from "./index-thread.ts"
import type { RefreshReport } from "./protocol.ts"
import { queryOf } from "./query.ts"
import { quote } from "./quote.ts"

/** Which folder is searched, and how much of it is quoted. */
export interface RetrievalOptions {
  /** The folder whose text files are indexed, except hidden ones and those that .gitignore names. */
  readonly folder: string
  /**
   * An SQLite file for this index alone. By default a file in `dataFolder`, named after the folder; without either,
   * memory.
   */
  readonly index?: string
  /** Where the index is kept when `index` names no file. */
  readonly dataFolder?: string
  /** Name of the section, `live:<name>`. */
  readonly name?: string
  /** Limit for everything that is quoted in one turn. */
  readonly maxChars?: number
  /** Files beyond this number, in order of their names, are left out. */
  readonly maxFiles?: number
  /** A larger file is left out; 1 MB unless given. */
  readonly maxFileBytes?: number
  /** How many passages are quoted in one turn at most. */
  readonly passages?: number
}

/** A context provider that quotes passages of local files. */
export type Retrieval = ContextProvider & {
  /** Brings the index up to date; a fetch does that by itself, as far as there is time. */
  refresh(): Promise<RefreshReport>
  /** Stops indexing. Later fetches return nothing. */
  close(): Promise<void>
}

export async function retrieval(options: RetrievalOptions): Promise<Retrieval> {
  const { name = "retrieval", maxChars = 6000, maxFiles = 50_000, maxFileBytes = 1024 * 1024, passages = 5 } = options
  const root = rootOf(options.folder)
  const limits = { maxFiles, maxFileBytes }
  const thread = await IndexThread.open({ root, index: indexOf(options, root, limits), ...limits, passages })
  return {
    name,
    isEligible: ({ said }) => queryOf(said) !== undefined,
    async fetch({ said, workspace, signal }) {
      const query = queryOf(said)
      if (query === undefined) return undefined
      const found = await thread.find(query, signal)
      const shown = shownFrom(options.folder, root, workspace)
      return quote(
        found.map((passage) => ({ ...passage, path: shown(passage.path) })),
        { maxChars, stems: query.stems },
      )
    },
    refresh: () => thread.refresh(),
    close: () => thread.close(),
  }
}

function rootOf(folder: string): string {
  try {
    const root = realpathSync.native(folder)
    if (statSync(root).isDirectory()) return root
  } catch (cause) {
    throw new PawlError(
      "config-invalid",
      `Retrieval cannot read the folder "${folder}". Name a folder that exists and is readable.`,
      {
        cause,
      },
    )
  }
  throw new PawlError("config-invalid", `"${folder}" is not a folder. Name the folder that retrieval should read.`)
}

/** Other limits use another index: two programs with different limits must not undo each other's work. */
function indexOf({ index, dataFolder }: RetrievalOptions, root: string, limits: object): string | undefined {
  if (index !== undefined) return index === ":memory:" ? undefined : resolve(index)
  if (dataFolder === undefined) return undefined
  const hash = createHash("sha256")
    .update(JSON.stringify([root, limits]))
    .digest("hex")
    .slice(0, 16)
  return join(resolve(dataFolder), "retrieval", `${basename(root).replaceAll(/[^\w.-]/g, "_")}-${hash}.db`)
}

/** The path as tools name files: relative to the workspace if it is inside, otherwise as the folder was named. */
function shownFrom(folder: string, root: string, workspace: ProviderContext["workspace"]): (path: string) => string {
  const inside = workspace === undefined ? undefined : relative(realOr(workspace), root)
  const isOutside = inside === undefined || inside.startsWith("..") || isAbsolute(inside)
  const base = (isOutside ? folder : inside)
    .split(sep)
    .join("/")
    .replace(/^\.\/|\/+$/g, "")
  return (path) => (base === "" || base === "." ? path : `${base}/${path}`)
}

function realOr(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return resolve(path)
  }
}
