// Stands in for a real model, so that the service runs without a key: it looks at the orders, asks for the refund, and
// tells what came of it.
import { call, scripted } from "@pawl/agent/testing"

export const demoModel = scripted(({ said, results }) => {
  const order = Number(/\d+/.exec(said)?.[0])
  if (Number.isNaN(order)) return "Which order is it about?"
  if (results.length === 0) return { text: "Let me see.", calls: [call("find_orders")] }
  if (results.length === 1) return { calls: [call("refund_order", { order })] }
  if (results.at(-1)?.failed) return "I am sorry, that is not possible."
  return `Done: ${results.at(-1)?.text.split("\n")[0]}`
})
