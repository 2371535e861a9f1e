// Watches the folder and records every name that a picture gets. It runs in the process that is not killed and does not
// read the log, so that it can contradict it.
import { createHash } from "node:crypto"
import { readdirSync, readFileSync, watch } from "node:fs"
import { join } from "node:path"

export interface Picture {
  readonly firstName: string
  /** Every name it was given since, in order. */
  readonly given: readonly string[]
  /** The names it has now. */
  readonly names: readonly string[]
}

export interface Witness {
  pictures(): readonly Picture[]
  close(): void
}

export function watchNames(folder: string): Witness {
  const first = namesByPicture(folder)
  const history = new Map([...first].map(([picture, names]) => [picture, [...names]]))
  const look = () => {
    const found = namesByPicture(folder)
    for (const [picture, had] of history) {
      const names = found.get(picture) ?? []
      const [name] = names
      // While a picture is moved, it has both names for a moment.
      if (name !== undefined && !names.includes(had.at(-1) ?? "")) had.push(name)
    }
    return found
  }
  const close = lookOnChange(folder, look)
  return {
    close,
    pictures() {
      const found = look()
      return [...history].map(([picture, [firstName = "", ...given]]) => {
        return { firstName, given, names: found.get(picture) ?? [] }
      })
    },
  }
}

/** Identifies a picture by its content, not by its file name. */
function namesByPicture(folder: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const name of readdirSync(folder).sort()) {
    const picture = pictureIn(join(folder, name))
    if (picture !== undefined) found.set(picture, [...(found.get(picture) ?? []), name])
  }
  return found
}

function pictureIn(file: string): string | undefined {
  try {
    return createHash("sha256").update(readFileSync(file)).digest("hex")
  } catch {
    // Removed since the folder was listed. The watcher reports that too, and the folder is read again.
    return undefined
  }
}

function lookOnChange(folder: string, look: () => void): () => void {
  try {
    const watcher = watch(folder, look)
    return () => watcher.close()
  } catch {
    // Some machines have no watches left.
    const timer = setInterval(look, 5)
    return () => clearInterval(timer)
  }
}
