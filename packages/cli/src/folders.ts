// Where Pawl keeps its files: in the XDG folders, or all under PAWL_HOME. Only the owner can read these folders.
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs"
import { homedir, userInfo } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { badConfig } from "./failure.ts"
import { fromHere } from "./world.ts"

export interface Folders {
  readonly config: string
  readonly data: string
  readonly state: string
}

type Environment = Readonly<Record<string, string | undefined>>

export function foldersFrom(env: Environment): Folders {
  const home = env.PAWL_HOME
  if (home !== undefined && home !== "") {
    const all = fromHere(home)
    return { config: all, data: all, state: all }
  }
  return {
    config: join(xdg(env.XDG_CONFIG_HOME, ".config"), "pawl"),
    data: join(xdg(env.XDG_DATA_HOME, ".local/share"), "pawl"),
    state: join(xdg(env.XDG_STATE_HOME, ".local/state"), "pawl"),
  }
}

/** The XDG rules: relative paths are ignored. */
function xdg(value: string | undefined, otherwise: string): string {
  return value !== undefined && isAbsolute(value) ? value : join(homeFolder(), otherwise)
}

/** HOME may be empty, and the system may not know the user, for example in a container. */
function homeFolder(): string {
  for (const look of [homedir, () => userInfo().homedir]) {
    try {
      const folder = look()
      if (isAbsolute(folder)) return folder
    } catch {
      // The error below covers it.
    }
  }
  throw badConfig("No home folder is known: HOME is not set. Set it, or set PAWL_HOME to a folder for Pawl's data.")
}

/** Refuses a path where a file stands in place of the folder or of one above it. */
export function refuseFiles({ config, data, state }: Folders): void {
  for (const folder of new Set([config, data, state])) {
    let path = folder
    while (!existsSync(path) && dirname(path) !== path) path = dirname(path)
    if (statSync(path).isDirectory()) continue
    throw badConfig(`The folder "${folder}" cannot be used: "${path}" is a file. Set PAWL_HOME to a folder.`)
  }
}

export const files = {
  config: (folders: Folders) => join(folders.config, "config.json"),
  /** The user's own profiles, one file each. */
  profiles: (folders: Folders) => join(folders.config, "profiles"),
  /** The user's own plugins, a folder or a module each. */
  plugins: (folders: Folders) => join(folders.config, "plugins"),
  /** The user's own commands, a Markdown file each. */
  commands: (folders: Folders) => join(folders.config, "commands"),
  pluginSettings: (folders: Folders) => join(folders.config, "plugin-settings"),
  pluginData: (folders: Folders) => join(folders.data, "plugin-data"),
  pluginCache: (folders: Folders) => join(folders.state, "plugin-cache"),
  /** The token for the server of `--server`. */
  token: (folders: Folders) => join(folders.config, "token"),
  /** Keys of providers. */
  keys: (folders: Folders) => join(folders.config, "keys.json"),
  permissions: (folders: Folders) => join(folders.config, "permissions.json"),
  database: (folders: Folders) => join(folders.data, "pawl.db"),
  history: (folders: Folders) => join(folders.data, "history"),
  trusted: (folders: Folders) => join(folders.data, "trusted.json"),
  /** Vectors of tool descriptions. */
  vectors: (folders: Folders) => join(folders.state, "vectors"),
  mcpLists: (folders: Folders) => join(folders.state, "mcp"),
  /** The stderr of servers, one file each. */
  mcpLogs: (folders: Folders) => join(folders.state, "mcp-logs"),
  mcpLogins: (folders: Folders) => join(folders.state, "mcp-logins"),
  log: (folders: Folders) => join(folders.state, "pawl.log"),
  last: (folders: Folders) => join(folders.state, "last"),
  /** Images that were pasted into messages. */
  pastes: (folders: Folders) => join(folders.data, "pastes"),
  /** What was typed and not sent, a file for each workspace. */
  drafts: (folders: Folders) => join(folders.state, "drafts"),
}

/** Makes the folder if there is none. The error says what to do. */
export function makeFolder(path: string, what: string): void {
  try {
    makeFolders(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? ` (${error.code})` : ""
    throw badConfig(
      `The ${what} folder "${path}" cannot be written${code}. Make it writable for this user, or set PAWL_HOME to another folder.`,
      error,
    )
  }
}

/** Makes one folder after the other: Node's recursive mkdir never returns where none can be made, as in /proc. */
export function makeFolders(path: string): void {
  const parent = dirname(path)
  if (!existsSync(parent)) makeFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(path)) throw error
  }
}
