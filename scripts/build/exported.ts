// What a package exports, as its package.json says.
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"

/** The entry points by the names of their files, as package.json says. */
export function exported(home: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
  const entries = Object.values<{ readonly "@pawl/source"?: string; readonly default?: string }>(exports)
  return Object.fromEntries(
    entries.flatMap(({ "@pawl/source": source, default: made }) =>
      source === undefined || made === undefined ? [] : [[basename(made, ".js"), join(home, source)]],
    ),
  )
}
