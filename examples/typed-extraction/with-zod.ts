// Invoices as objects that a zod schema types and checks. A check that JSON Schema cannot express is enforced too: when it
// fails, the model is told why and asked again.
import { z } from "zod"
import { agent, invoices } from "./extraction.ts"

const Invoice = z
  .object({
    supplier: z.string(),
    vatId: z.string().regex(/^[A-Z]{2}\d+$/),
    date: z.iso.date(),
    lines: z.array(z.object({ what: z.string(), cents: z.int() })),
    totalCents: z.int(),
  })
  .refine(({ lines, totalCents }) => lines.reduce((sum, { cents }) => sum + cents, 0) === totalCents, {
    error: "totalCents is not the sum of the lines: a line is missing or wrong",
  })

for (const { name, text } of invoices()) {
  const session = await agent.open({ id: `zod-${name}` })
  const { output } = await session.ask(text, { id: "extract", output: Invoice })
  const euros = (output.totalCents / 100).toFixed(2)
  console.log(`${output.date} ${output.supplier} (${output.vatId}): ${output.lines.length} lines, ${euros} EUR`)
}
await agent.close()
