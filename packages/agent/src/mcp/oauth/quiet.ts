// The client tells the console what becomes of a login, with the server's own words in it. We tell it ourselves, and cleaned.
// Held back for as long as a login is under way, and nothing else of the program's.
import { AsyncLocalStorage } from "node:async_hooks"

const quiet = new AsyncLocalStorage<true>()
let underWay = 0
let restore = () => {}

/** Without the client's remarks. */
export async function quietly<Value>(work: () => Promise<Value>): Promise<Value> {
  if (underWay === 0) restore = holdBack()
  underWay += 1
  try {
    return await quiet.run(true, work)
  } finally {
    underWay -= 1
    if (underWay === 0) restore()
  }
}

function holdBack(): () => void {
  const { warn } = console
  const filtered = (...said: unknown[]) => {
    const isTheirs = typeof said[0] === "string" && said[0].startsWith("[mcp-sdk]")
    if (!(isTheirs && quiet.getStore() === true)) warn.apply(console, said)
  }
  console.warn = filtered
  return () => {
    // biome-ignore lint/suspicious/noConsole: given back, unless somebody else has put theirs in its place meanwhile.
    if (console.warn === filtered) console.warn = warn
  }
}
