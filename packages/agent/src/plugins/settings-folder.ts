// Stores settings: one file for each plugin, readable only by its owner, replaced as a whole.
import { randomUUID } from "node:crypto"
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { isObject } from "../base/is-object.ts"
import { wellFormed, wholeCharacters } from "../base/well-formed.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"

export interface SettingsFolder {
  read(plugin: string): JsonObject
  write(plugin: string, settings: JsonObject): void
  /** A text that changes whenever the file may have changed. */
  mark(plugin: string): string
  readonly path: (plugin: string) => string
}

/** Without a folder, reading gives no settings and writing throws. */
export function settingsFolder(folder: string | undefined): SettingsFolder {
  const path = (plugin: string) => join(folder ?? "", `${plugin}.json`)
  return {
    path,
    read: (plugin) => (folder === undefined ? {} : readSettings(path(plugin))),
    mark: (plugin) => (folder === undefined ? "" : markOf(path(plugin))),
    write(plugin, settings) {
      if (folder === undefined)
        throw new PawlError("config-invalid", "There is no folder for settings. Pass pluginOptions.settingsFolder.")
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      replaceFile(path(plugin), `${JSON.stringify(settings, null, 2)}\n`)
    },
  }
}

function readSettings(path: string): JsonObject {
  let text: string
  try {
    text = readFileSync(path, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {}
    throw new PawlError(
      "config-invalid",
      `The settings "${path}" cannot be read: ${messageOf(error)}. Check the permissions of the file.`,
      {
        cause: error,
      },
    )
  }
  try {
    const stored: unknown = JSON.parse(text)
    if (isObject(stored)) return wellFormed(stored, wholeCharacters)
  } catch {
    // The engine's message is dropped: it quotes the text around the mistake, which may be a secret.
  }
  throw new PawlError("config-invalid", `The settings "${path}" are not a JSON object. Correct the file, or remove it.`)
}

function markOf(path: string): string {
  try {
    const { mtimeNs, ino, size } = statSync(path, { bigint: true })
    return `${mtimeNs}:${ino}:${size}`
  } catch (error) {
    // The file is missing or not accessible; reading it reports which.
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** A concurrent reader sees the old file or the new one. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx", flush: true })
    chmodSync(draft, 0o600)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw new PawlError(
      "config-invalid",
      `The settings "${path}" cannot be written: ${messageOf(error)}. Check the permissions and the free space of its folder.`,
      {
        cause: error,
      },
    )
  }
}
