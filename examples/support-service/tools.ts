// What the agent can do for a customer. The context of the turn says who that is: nothing that a model says can change it.
import { ToolFailure, toolFor } from "@pawl/agent"
import { z } from "zod"
import { ordersOf, priceOf } from "./orders.ts"
import { refund, wasRefunded } from "./payments.ts"
import type { Customer } from "./people.ts"

const supportTool = toolFor<Customer>()

export const findOrders = supportTool({
  name: "find_orders",
  description: "Lists the orders of the customer who is asking.",
  input: z.object({}),
  effect: "read",
  run: (_input, { context }) => ordersOf(context.name),
})

export const refundOrder = supportTool({
  name: "refund_order",
  description: "Pays an order of the customer back. A member of staff may be asked first.",
  input: z.object({ order: z.number().int() }),
  // Running it twice would pay twice. After a crash Pawl asks `verify`, and runs it again only if it did not happen.
  effect: "once",
  refuses: ({ order }, { context }) =>
    priceOf(context.name, order) === undefined
      ? new ToolFailure("no-such-order", `The customer has no order ${order}.`)
      : undefined,
  approval: ({ order }, { context }) => (priceOf(context.name, order) ?? 0) > context.trustedCents,
  preview: ({ order }, { context }) => `Refund order ${order}: ${(priceOf(context.name, order) ?? 0) / 100} EUR`,
  run: async ({ order }, { context, effectKey, signal }) => {
    await refund({ key: effectKey, order, cents: priceOf(context.name, order) ?? 0 }, signal)
    return done(order)
  },
  verify: async (effectKey, { order }, { signal }) =>
    (await wasRefunded(effectKey, signal)) ? { outcome: "happened", result: done(order) } : "not-happened",
})

function done(order: number): string {
  return `The money for order ${order} is on its way back.`
}
