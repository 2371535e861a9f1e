// What @pawl/agent exports, as its package.json says: the name that people import, and the source that is behind it.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = new URL("../../packages/agent/", import.meta.url)
const { name, exports } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8"))

export const entries = Object.entries(exports).flatMap(([subpath, { "@pawl/source": file }]) =>
  file === undefined ? [] : [{ name: `${name}${subpath.slice(1)}`, file: fileURLToPath(new URL(file, folder)) }],
)
