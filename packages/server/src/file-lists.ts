// The files of workspaces, for menus that ask with each key: a folder is walked once for all who ask within a few seconds.
import { workspaceFiles } from "@pawl/agent/sessions"

const FRESH_MS = 3000

interface Kept {
  readonly at: number
  readonly paths: Promise<readonly string[]>
}

export class FileLists {
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  of(folder: string): Promise<readonly string[]> {
    const kept = this.#kept.get(folder)
    if (kept !== undefined && this.#now() - kept.at < FRESH_MS) return kept.paths
    const paths = workspaceFiles(folder)
    this.#kept.set(folder, { at: this.#now(), paths })
    // A folder that could not be read is read again.
    paths.catch(() => this.#kept.delete(folder))
    return paths
  }
}
