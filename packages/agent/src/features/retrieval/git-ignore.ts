// The .gitignore rules that apply to a folder from the folders above it, up to the repository.
import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative, sep } from "node:path"
import { GitIgnore } from "../../workspace/git-ignore.ts"

export interface RulesAbove {
  readonly rules: GitIgnore
  /** The way from the top to the folder: "", or with a "/" at its end. */
  readonly prefix: string
}

/** The rules that apply to a folder from the folders above it. */
export function rulesAbove(folder: string): RulesAbove {
  const top = repositoryOf(folder) ?? folder
  const names = relative(top, folder)
    .split(sep)
    .filter((name) => name !== "")
  let rules = withRulesOf(new GitIgnore(), "", join(top, ".git", "info", "exclude"))
  for (let depth = 0; depth < names.length; depth++) {
    const above = names.slice(0, depth).join("/")
    rules = withRulesOf(rules, above, join(top, above, ".gitignore"))
    // An ignored folder that was named explicitly is read all the same.
    if (rules.ignores(names.slice(0, depth + 1).join("/"), true)) rules = new GitIgnore()
  }
  return { rules, prefix: names.map((name) => `${name}/`).join("") }
}

const MAX_RULE_BYTES = 1024 * 1024

/** Returns `above` when there are no rules, or none that can be read. */
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
