// A model whose only tool says in a file, outside of the store, when it begins and ends. It works until the file beside it is there.
import { appendFileSync, existsSync } from "node:fs"
import { setTimeout as wait } from "node:timers/promises"
import { call, type Script } from "../../packages/agent/src/model/scripted.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const { NOTES = "/dev/null" } = process.env
const note = (line: string) => appendFileSync(NOTES, `${line}\n`)

export const tools = [
  tool({
    name: "work",
    description: "Works until it is released.",
    input: { type: "object" },
    approval: false,
    effect: "read",
    run: async (_, { session, signal }) => {
      note(`begin ${session}`)
      while (!existsSync(`${NOTES}.release`)) await wait(10, undefined, { signal })
      note(`end ${session}`)
      return "worked"
    },
  }),
]

const script: Script = ({ results }) => (results.length === 0 ? { calls: [call("work")] } : "Done.")

export default script
