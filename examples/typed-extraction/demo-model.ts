// Stands in for a real model, so that the programs run without a key: it looks the supplier up, and then writes JSON. Where
// there is a discount it forgets that at first, and adds it when it is told that its answer does not fit.
import { call, scripted } from "@pawl/agent/testing"

export const demoModel = scripted((request) => {
  const invoice = request.need(/^.*\nInvoice of [\s\S]*To pay.*$/m)
  const [supplier = ""] = invoice.split(",")[0]?.split("\n") ?? []
  const found = request.messages.some(({ role }) => role === "tool")
  if (!found) return { calls: [call("find_supplier", { name: supplier })] }
  const isTold = request.said.includes("does not fit")
  const lines = [...invoice.matchAll(/^(.+?) {2,}(-?[\d.]+) EUR$/gm)].flatMap(([, what = "", amount = ""]) =>
    what === "To pay" || (what === "Discount" && !isTold) ? [] : [{ what, cents: Math.round(Number(amount) * 100) }],
  )
  return JSON.stringify({
    supplier,
    vatId: /"vatId":"(\w+)"/.exec(request.need(/"vatId":"\w+"/))?.[1],
    date: /\d{4}-\d{2}-\d{2}/.exec(invoice)?.[0],
    lines,
    totalCents: Math.round(Number(/To pay +([\d.]+)/.exec(invoice)?.[1]) * 100),
  })
})
