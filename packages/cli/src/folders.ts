// Where things are kept: the XDG folders, or all under PAWL_HOME. Folders are for their owner only.
import { accessSync, constants, mkdirSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { badConfig } from "./failure.ts"

export interface Folders {
  readonly config: string
  readonly data: string
  readonly state: string
}

type Environment = Readonly<Record<string, string | undefined>>

export function foldersFrom(env: Environment): Folders {
  const home = env.PAWL_HOME
  if (home !== undefined && home !== "") {
    const all = resolve(home)
    return { config: all, data: all, state: all }
  }
  return {
    config: join(xdg(env.XDG_CONFIG_HOME, ".config"), "pawl"),
    data: join(xdg(env.XDG_DATA_HOME, ".local/share"), "pawl"),
    state: join(xdg(env.XDG_STATE_HOME, ".local/state"), "pawl"),
  }
}

/** The XDG rules: a relative path is no path. */
function xdg(value: string | undefined, otherwise: string): string {
  return value !== undefined && isAbsolute(value) ? value : join(homedir(), otherwise)
}

export const files = {
  config: (folders: Folders) => join(folders.config, "config.json"),
  database: (folders: Folders) => join(folders.data, "pawl.db"),
  history: (folders: Folders) => join(folders.data, "history"),
  trusted: (folders: Folders) => join(folders.data, "trusted.json"),
  mcpLists: (folders: Folders) => join(folders.state, "mcp"),
  log: (folders: Folders) => join(folders.state, "pawl.log"),
  last: (folders: Folders) => join(folders.state, "last"),
}

/** Makes the folder if there is none, or says what to do. */
export function makeFolder(path: string, what: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : ""
    throw badConfig(
      `The ${what} folder "${path}" cannot be written${code}. Give this user the right to write it, or set PAWL_HOME to another folder.`,
      error,
    )
  }
}
