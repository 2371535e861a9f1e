// What the agent can do for a customer.
import { ToolFailure, tool } from "@pawl/agent"
import { z } from "zod"
import { ordersOf } from "./orders.ts"
import { refund, wasRefunded } from "./payments.ts"

export const findOrders = tool({
  name: "find_orders",
  description: "Lists the orders of the customer who is asking.",
  input: z.object({}),
  effect: "read",
  run: (_input, { session }) => ordersOf(customerOf(session)),
})

export const refundOrder = tool({
  name: "refund_order",
  description: "Pays an order of the customer back. A member of staff is asked first.",
  input: z.object({ order: z.number().int() }),
  // Running it twice would pay twice. After a crash Pawl asks `verify`, and runs it again only if it did not happen.
  effect: "once",
  preview: ({ order }) => `Refund order ${order}`,
  run: async ({ order }, { session, effectKey, signal }) => {
    const found = ordersOf(customerOf(session)).find(({ id }) => id === order)
    if (found === undefined) throw new ToolFailure("no-such-order", `The customer has no order ${order}.`)
    await refund({ key: effectKey, order, cents: found.cents }, signal)
    return done(order)
  },
  verify: async (effectKey, { order }, { signal }) =>
    (await wasRefunded(effectKey, signal)) ? { outcome: "happened", result: done(order) } : "not-happened",
})

function done(order: number): string {
  return `The money for order ${order} is on its way back.`
}

function customerOf(session: string): string {
  return session.split(".")[0] ?? ""
}
