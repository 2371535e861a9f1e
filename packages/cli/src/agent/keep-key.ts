// Keeps the key of a provider in a file that only the owner can read. It is never shown.
import { chmodSync } from "node:fs"
import { readJsonObject } from "../config/read-file.ts"
import { writeJsonFile } from "../config/write-json-file.ts"
import { type Folders, files } from "../folders.ts"
import { useKeptKeys } from "./kept-keys.ts"

/** `name`: the variable that the key stands for. */
export function keepKey(folders: Folders, name: string, key: string): void {
  const path = files.keys(folders)
  const kept = readJsonObject(path, "file of keys", { isPrivate: true }) ?? {}
  writeJsonFile(path, { ...kept, [name]: key })
  chmodSync(path, 0o600)
  useKeptKeys(folders)
}
