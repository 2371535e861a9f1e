// What the three programs share: the agent with its tool, and the invoices.
import { readdirSync, readFileSync } from "node:fs"
import { createAgent, sqlite, ToolFailure, tool } from "@pawl/agent"
import { demoModel } from "./demo-model.ts"

const SUPPLIERS: ReadonlyMap<string, string> = new Map([
  ["Kettle & Co", "DE100200300"],
  ["Spoon Brothers Ltd", "GB400500600"],
])

/** An invoice does not say all that we want to know of its supplier: the model looks it up in the same turn. */
const findSupplier = tool({
  name: "find_supplier",
  description: "Finds the VAT id of a supplier by its exact name.",
  input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  effect: "read",
  run: ({ name }) => {
    const vatId = SUPPLIERS.get(name)
    if (vatId === undefined) throw new ToolFailure("no-such-supplier", `There is no supplier "${name}".`)
    return { name, vatId }
  },
})

export const agent = await createAgent({
  // For example MODEL=anthropic:claude-sonnet-4-5, with ANTHROPIC_API_KEY beside it.
  model: process.env.MODEL ?? demoModel,
  instructions: "Extract what the invoice says. Look up the supplier's VAT id.",
  tools: [findSupplier],
  store: sqlite("invoices.db"),
})

export function invoices(): readonly { readonly name: string; readonly text: string }[] {
  const names = readdirSync("invoices").toSorted()
  return names.map((name) => ({ name, text: readFileSync(`invoices/${name}`, "utf8") }))
}
