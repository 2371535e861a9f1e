// Suppresses the client's console warnings about a login, because they contain the server's own text. Pawl reports the
// outcome itself, with secrets masked. Only warnings of the client, during a login, are suppressed.
import { AsyncLocalStorage } from "node:async_hooks"

const quiet = new AsyncLocalStorage<true>()
let underWay = 0
let restore = () => {}

/** Runs the work without the client's warnings. */
export async function withoutClientWarnings<Value>(work: () => Promise<Value>): Promise<Value> {
  if (underWay === 0) restore = filterWarnings()
  underWay += 1
  try {
    return await quiet.run(true, work)
  } finally {
    underWay -= 1
    if (underWay === 0) restore()
  }
}

function filterWarnings(): () => void {
  const { warn } = console
  const filtered = (...said: unknown[]) => {
    const isTheirs = typeof said[0] === "string" && said[0].startsWith("[mcp-sdk]")
    if (!(isTheirs && quiet.getStore() === true)) warn.apply(console, said)
  }
  console.warn = filtered
  return () => {
    // biome-ignore lint/suspicious/noConsole: restores it, unless other code has replaced it meanwhile.
    if (console.warn === filtered) console.warn = warn
  }
}
