// Takes the place of `store/open-sqlite.ts` in the bundle of the process under test: gives the store our commit hook, and sets
// the side that commits, so that commit numbers are those of the story.
import { sqlite as open, type SqliteOptions } from "../../packages/agent/src/store/sqlite.ts"

const commitHook = new URL("./commit-hook.ts", import.meta.url).href

export function sqlite(path: string, options: SqliteOptions = {}): ReturnType<typeof open> {
  const commitOn = process.env.PAWL_COMMIT_ON
  if (commitOn !== "thread" && commitOn !== "caller") return open(path, options)
  return open(path, { ...options, commitHook, commitOn })
}
