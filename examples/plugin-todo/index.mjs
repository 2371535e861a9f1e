// A plugin that keeps a list of things to do: tools that act once even if they run twice, live state for the prompt, a setting.
import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** @type {import("@pawl/agent").Plugin} */
export default {
  name: "todo",
  version: "1.0.0",
  description: "Things to do, kept in a file.",
  settings: {
    type: "object",
    properties: {
      shown: {
        type: "integer",
        minimum: 1,
        default: 5,
        description: "How many are shown to the model with each turn.",
      },
    },
  },
  tools: [
    {
      name: "add",
      description: "Adds something to do.",
      input: {
        type: "object",
        properties: { what: { type: "string", minLength: 1 } },
        required: ["what"],
        additionalProperties: false,
      },
      // After a crash it runs again with the same key, and finds the item it added.
      effect: "idempotent",
      needs: ["dataFolder"],
      run({ what }, { paths, effectKey, log }) {
        const items = read(paths)
        if (!items.some(({ key }) => key === effectKey)) {
          write(paths, [...items, { key: effectKey, what, done: false }])
          log.info("added", { what })
        }
        return `Noted: ${what}`
      },
    },
    {
      name: "done",
      description: "Ticks off something to do, by its words.",
      input: {
        type: "object",
        properties: { what: { type: "string", minLength: 1 } },
        required: ["what"],
        additionalProperties: false,
      },
      effect: "idempotent",
      needs: ["dataFolder"],
      run({ what }, { paths }) {
        const items = read(paths)
        if (!items.some((item) => item.what === what)) throw new Error(`There is nothing called "${what}" to do.`)
        write(
          paths,
          items.map((item) => (item.what === what ? { ...item, done: true } : item)),
        )
        return `Done: ${what}`
      },
    },
  ],
  contextProviders: [
    {
      name: "open",
      needs: ["settings", "dataFolder"],
      async fetch(_about, { settings, paths }) {
        const open = read(paths).filter(({ done }) => !done)
        return open.length === 0 ? undefined : open.slice(0, settings.shown).map(({ what }) => what)
      },
    },
  ],
}

function read({ data }) {
  try {
    return JSON.parse(readFileSync(join(data, "items.json"), "utf8"))
  } catch (error) {
    if (error.code === "ENOENT") return []
    throw error
  }
}

/** Replaces the file atomically: the process may die while it writes. */
function write({ data }, items) {
  const file = join(data, "items.json")
  writeFileSync(`${file}.new`, JSON.stringify(items, null, 2))
  renameSync(`${file}.new`, file)
}
