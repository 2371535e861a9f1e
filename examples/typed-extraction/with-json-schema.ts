// The same with a plain JSON Schema. `as const` lets TypeScript infer the type of the answer from it.
import { agent, invoices } from "./extraction.ts"

const INVOICE = {
  type: "object",
  properties: {
    supplier: { type: "string" },
    vatId: { type: "string" },
    totalCents: { type: "integer" },
  },
  required: ["supplier", "vatId", "totalCents"],
} as const

for (const { name, text } of invoices()) {
  const session = await agent.open({ id: `json-schema-${name}` })
  const { output } = await session.ask(text, { id: "extract", output: INVOICE })
  console.log(`${output.supplier} gets ${(output.totalCents / 100).toFixed(2)} EUR`)
}
await agent.close()
