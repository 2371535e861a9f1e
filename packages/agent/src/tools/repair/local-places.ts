// Decides whether a server's tool works with files of this machine. That its server runs here says little: the server
// may read mail or log in somewhere. The tool's name, description and arguments decide, and whether the path exists.
import { isObject } from "../../base/is-object.ts"
import { wordsIn } from "../../base/words-in.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { isPathParameter } from "./path-parameters.ts"

export interface Described {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

/**
 * `here`: every path may be repaired. `perhaps`: only if the repaired path exists. `elsewhere`: none, the paths belong to
 * another machine.
 */
export type Whereabouts = "here" | "perhaps" | "elsewhere"

export function whereaboutsOf(parameter: string, given: JsonObject, tool: Described): Whereabouts {
  const properties = isObject(tool.schema.properties) ? tool.schema.properties : {}
  const names = new Set([...Object.keys(properties), ...Object.keys(given)])
  const about = descriptionOf(Object.hasOwn(properties, parameter) ? properties[parameter] : undefined)
  if (wordsIn(tool.name).some((word) => TRANSFERS.has(word))) return "elsewhere"
  if ([...names].some((name) => isElsewhere(name, tool.name)) || wordsIn(about).some((word) => PLACES.has(word)))
    return "elsewhere"
  if (Object.values(given).some((value) => typeof value === "string" && ACCOUNT.test(value))) return "elsewhere"
  const words = [tool.name, tool.description, about].flatMap(wordsIn)
  return words.some((word) => FILES.has(word)) ? "here" : "perhaps"
}

/** "host", "remote_path". The path of a repository is a local path like others; its name is not. */
function isElsewhere(name: string, tool: string): boolean {
  const words = wordsIn(name)
  if (words.some((word) => PLACES.has(word))) return true
  return !isPathParameter(name, tool) && words.some((word) => REPOSITORIES.has(word))
}

function descriptionOf(schema: Json | undefined): string {
  return isObject(schema) && typeof schema.description === "string" ? schema.description : ""
}

/** Transfers: one end is elsewhere, and the name does not say which. */
const TRANSFERS: ReadonlySet<string> = new Set([
  ...["upload", "download", "sync", "remote", "ssh", "scp", "sftp", "ftp", "rsync", "cloud", "s3"],
])
const PLACES: ReadonlySet<string> = new Set([
  ...["host", "hostname", "hosts", "server", "remote", "ssh", "container", "pod", "bucket", "device", "machine", "vm"],
  ...["cluster", "instance", "mailbox", "mail", "email", "message", "cloud"],
])
const REPOSITORIES: ReadonlySet<string> = new Set(["repo", "repository"])
/** Without "folder" and "path": a folder may hold mails, and a path may be part of a URL. */
const FILES: ReadonlySet<string> = new Set(["file", "files", "filesystem", "directory", "directories", "disk"])
/** "root@prod", "me@host:/srv". */
const ACCOUNT = /^[\w.-]+@[\w.-]+(?::|$)/
