// A process that calls a tool and stops or dies between intent and effect:
// `node late-victim.ts FOLDER SIGNAL UNDO COMMAND`. UNDO is its limits as JSON; without COMMAND it writes a file.
import { join } from "node:path"
import { createAgent, type Store, sqlite } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"

const [folder = "", signal = "SIGKILL", undo = "{}", command] = process.argv.slice(2)
const store = await sqlite(join(folder, "pawl.db"))

/** Sends the signal right after the intent is durable, before the tool's body runs. */
const signallingStore: Store = {
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

const wanted =
  command === undefined ? call("write_file", { path: "a.txt", content: "v1" }) : call("run_command", { command })
const model = scripted(({ results }) => (results.length === 0 ? { calls: [wanted] } : "Done."))
const agent = await createAgent({
  model,
  workspace: join(folder, "work"),
  store: signallingStore,
  approve: "auto",
  undo: JSON.parse(undo),
  // Beats too rarely to notice that another process has taken over.
  leases: { beatMs: 60_000, lapseMs: 120_000 },
  onError: () => {},
})
const session = await agent.open({ id: "s" })
await session.ask("Write a.txt").catch(() => undefined)
await agent.close()
await store.close()
