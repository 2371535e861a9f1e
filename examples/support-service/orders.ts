// The orders of the shop: a real service would ask its own database.
export interface Order {
  readonly id: number
  readonly customer: string
  readonly item: string
  readonly cents: number
}

const ORDERS: readonly Order[] = [
  { id: 41, customer: "bob", item: "a teapot", cents: 3500 },
  { id: 42, customer: "ann", item: "a kettle", cents: 4900 },
  { id: 43, customer: "ann", item: "a spoon", cents: 300 },
]

export function ordersOf(customer: string): readonly Order[] {
  return ORDERS.filter((order) => order.customer === customer)
}

/** What the order cost. Undefined unless it is one of the customer's. */
export function priceOf(customer: string, order: number): number | undefined {
  return ordersOf(customer).find(({ id }) => id === order)?.cents
}
