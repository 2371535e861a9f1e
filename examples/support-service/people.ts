// Who is asking, and what the shop knows of them: a real service would read this from its own login and database.
export interface Person {
  readonly role: "customer" | "staff"
  readonly name: string
}

/** What the tools need to know of the customer they work for: the context of a turn. */
export interface Customer {
  readonly name: string
  /** Refunds up to this amount need no approval. */
  readonly trustedCents: number
}

const TOKENS: ReadonlyMap<string, Person> = new Map([
  ["ann-token", { role: "customer", name: "ann" }],
  ["bob-token", { role: "customer", name: "bob" }],
  ["sue-token", { role: "staff", name: "sue" }],
])

const CUSTOMERS: readonly Customer[] = [
  { name: "ann", trustedCents: 500 },
  { name: "bob", trustedCents: 0 },
]

export function personOf(authorization: string | undefined): Person | undefined {
  return TOKENS.get(authorization?.replace(/^Bearer /, "") ?? "")
}

export async function customerNamed(name: string): Promise<Customer> {
  const customer = CUSTOMERS.find((each) => each.name === name)
  if (customer === undefined) throw new Error(`There is no customer "${name}".`)
  return customer
}
