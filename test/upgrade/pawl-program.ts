// The program pawl, to be bundled as it is and as its next version.
import { start } from "../../packages/cli/src/start.ts"

await start(process.argv.slice(2))
