// A process that indexes a folder and sends its report to the parent.
import { retrieval } from "../retrieval.ts"

const [, , folder = "", index = ""] = process.argv
const provider = await retrieval({ folder, index })
const report = await provider.refresh()
await provider.close()
process.send?.(report)
