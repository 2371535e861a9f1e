// Which files git ignores: by the .gitignore files from the top down to a folder, where the nearest one decides.
import ignore, { type Ignore } from "ignore"

interface Layer {
  /** With a "/" at its end, or empty for the top itself. */
  readonly base: string
  readonly rules: Ignore
}

export class GitIgnore {
  readonly #layers: readonly Layer[]

  constructor(layers: readonly Layer[] = []) {
    this.#layers = layers
  }

  /** The rules below a folder that has a .gitignore. `folder`: relative to the top, "" for the top itself. */
  with(folder: string, rules: string): GitIgnore {
    const layer = { base: folder === "" ? "" : `${folder}/`, rules: ignore({ ignorecase: false }).add(rules) }
    return new GitIgnore([layer, ...this.#layers])
  }

  /** As in git, everything in an ignored folder is ignored, whatever rules it contains: do not enter one. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { base, rules } of this.#layers) {
      const { ignored, unignored } = rules.test(`${path.slice(base.length)}${isFolder ? "/" : ""}`)
      if (ignored || unignored) return ignored
    }
    return false
  }
}

/** A filter for paths, in the syntax of .gitignore: "*.ts", "src/**". */
export function globFilter(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined) return () => true
  const matcher = ignore({ ignorecase: false }).add(glob)
  return (path) => matcher.ignores(path)
}
