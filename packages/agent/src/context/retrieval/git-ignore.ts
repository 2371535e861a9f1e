// Which files git would not look at: the .gitignore files from the repository down to a folder, the nearest one deciding.
// tools/builtin/search has its own, for a workspace that it opens step by step; the two folders may not import each other.
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import ignore, { type Ignore } from "ignore"

interface Layer {
  /** With a "/" at its end, or empty for the repository itself. */
  readonly base: string
  readonly rules: Ignore
}

/** Takes paths relative to the top, with "/": the repository's root, or the folder where there is no repository. */
export class GitIgnore {
  readonly #layers: readonly Layer[]

  constructor(layers: readonly Layer[] = []) {
    this.#layers = layers
  }

  /** As it is below a folder that holds these rules. */
  with(folder: string, rules: string): GitIgnore {
    const layer = { base: folder === "" ? "" : `${folder}/`, rules: ignore({ ignorecase: false }).add(rules) }
    return new GitIgnore([layer, ...this.#layers])
  }

  /** What is in an ignored folder is ignored whatever rules stand there: so git has it. Do not go in. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { base, rules } of this.#layers) {
      const { ignored, unignored } = rules.test(`${path.slice(base.length)}${isFolder ? "/" : ""}`)
      if (ignored || unignored) return ignored
    }
    return false
  }
}

export interface RulesAbove {
  readonly rules: GitIgnore
  /** The way from the top to the folder: "", or with a "/" at its end. */
  readonly prefix: string
}

/** The rules that hold in a folder because of what stands above it. */
export function rulesAbove(folder: string): RulesAbove {
  const top = repositoryOf(folder) ?? folder
  const names = relative(top, folder)
    .split(sep)
    .filter((name) => name !== "")
  let rules = withRulesOf(new GitIgnore(), "", join(top, ".git", "info", "exclude"))
  for (let depth = 0; depth < names.length; depth++) {
    const above = names.slice(0, depth).join("/")
    rules = withRulesOf(rules, above, join(top, above, ".gitignore"))
    // Asked for by name, an ignored folder is read all the same.
    if (rules.ignores(names.slice(0, depth + 1).join("/"), true)) rules = new GitIgnore()
  }
  return { rules, prefix: names.map((name) => `${name}/`).join("") }
}

const MAX_RULE_BYTES = 1024 * 1024

/** The same when there are no rules, or none that can be read. */
export function withRulesOf(above: GitIgnore, folder: string, file: string): GitIgnore {
  try {
    const stats = statSync(file)
    if (!stats.isFile() || stats.size > MAX_RULE_BYTES) return above
    return above.with(folder, readFileSync(file, "utf8"))
  } catch {
    return above
  }
}

function repositoryOf(folder: string): string | undefined {
  for (let place = folder; ; place = dirname(place)) {
    if (existsSync(join(place, ".git"))) return place
    if (dirname(place) === place) return undefined
  }
}
