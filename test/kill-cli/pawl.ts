// The command as bin/pawl.js starts it, for the bundle that tests start many times.
import { start } from "../../packages/cli/src/start.ts"

await start(process.argv.slice(2))
