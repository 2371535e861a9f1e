// A process that calls write_file and stops or dies between the intent and the effect: `node late-victim.ts FOLDER SIGNAL UNDO`, the
// last one being its limits as JSON.
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"

const [folder = "", signal = "SIGKILL", undo = "{}"] = process.argv.slice(2)
const store = await sqlite(join(folder, "pawl.db"))

/** The signal comes right after the intent is durable, before the tool's body runs. */
const struck: Store = {
  ...store,
  log: {
    ...store.log,
    async append(append) {
      const result = await store.log.append(append)
      if (append.facts.some(({ type }) => type === "tool-started")) {
        process.stdout.write("struck\n")
        process.kill(process.pid, signal)
      }
      return result
    },
  },
}

const model = scripted(({ results }) =>
  results.length === 0 ? { calls: [call("write_file", { path: "a.txt", content: "v1" })] } : "Written.",
)
const agent = await createAgent({
  model,
  workspace: join(folder, "work"),
  store: struck,
  approve: "auto",
  undo: JSON.parse(undo),
  leases: { beatMs: 50, lapseMs: 400, sweepMs: 50 },
  onError: () => {},
})
const session = await agent.open({ id: "s" })
await session.ask("Write a.txt").catch(() => undefined)
await agent.close()
await store.close()
