// Whether a server's tool works with files of this machine. That its server runs here says little: it may read mail, or log in
// somewhere. Its own words decide, and whether what they name is there.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { wordsIn } from "./parameter-names.ts"
import { isPathParameter } from "./path-parameters.ts"

export interface Described {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

/** `here`: every path may be repaired. `perhaps`: one that is there then. `elsewhere`: none, they are somebody else's. */
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

/** "host", "remote_path". The path of a repository is a path like others, its name is none. */
function isElsewhere(name: string, tool: string): boolean {
  const words = wordsIn(name)
  if (words.some((word) => PLACES.has(word))) return true
  return !isPathParameter(name, tool) && words.some((word) => REPOSITORIES.has(word))
}

function descriptionOf(schema: Json | undefined): string {
  return isObject(schema) && typeof schema.description === "string" ? schema.description : ""
}

/** One end of the way is elsewhere, and nobody says which. */
const TRANSFERS: ReadonlySet<string> = new Set([
  ...["upload", "download", "sync", "remote", "ssh", "scp", "sftp", "ftp", "rsync", "cloud", "s3"],
])
const PLACES: ReadonlySet<string> = new Set([
  ...["host", "hostname", "hosts", "server", "remote", "ssh", "container", "pod", "bucket", "device", "machine", "vm"],
  ...["cluster", "instance", "mailbox", "mail", "email", "message", "cloud"],
])
const REPOSITORIES: ReadonlySet<string> = new Set(["repo", "repository"])
/** A folder may be one of mails, and a path one of an address. */
const FILES: ReadonlySet<string> = new Set(["file", "files", "filesystem", "directory", "directories", "disk"])
/** "root@prod", "me@host:/srv". */
const ACCOUNT = /^[\w.-]+@[\w.-]+(?::|$)/
