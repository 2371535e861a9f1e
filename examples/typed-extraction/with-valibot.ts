// The same with valibot, which describes its schemas by the package @valibot/to-json-schema.
import * as v from "valibot"
import { agent, invoices } from "./extraction.ts"

const Invoice = v.object({
  supplier: v.string(),
  vatId: v.string(),
  date: v.pipe(v.string(), v.isoDate()),
  lines: v.array(v.object({ what: v.string(), cents: v.pipe(v.number(), v.integer()) })),
  totalCents: v.pipe(v.number(), v.integer()),
})

for (const { name, text } of invoices()) {
  const session = await agent.open({ id: `valibot-${name}` })
  const { output } = await session.ask(text, { id: "extract", output: Invoice })
  console.log(`${output.supplier}: ${output.lines.map(({ what }) => what).join(", ")}`)
}
await agent.close()
