// Refuses a Node that is too old, when the library is imported: SQLite's native module would end the process without a word,
// and a still older Node cannot evaluate our modules.
import { PawlError } from "../contracts/error.ts"

const OLDEST = { major: 22, minor: 14 }

export function checkNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return
  const needed = `@pawl/agent needs Node ${OLDEST.major}.${OLDEST.minor} or newer`
  throw new PawlError("config-invalid", `${needed}, and this is Node ${version}. Get one from https://nodejs.org.`)
}

// The first import of the entry point, so it runs before any module that an old Node cannot evaluate.
checkNode()
