// A process that changes files, restores them, and is killed on the way.
import { play } from "./undo-story.ts"

const [folder = ""] = process.argv.slice(2)
const commitHook = new URL("./kill-hook.ts", import.meta.url).href
await play(folder, `${folder}/work`, { commitHook, commitOn: "thread" })
