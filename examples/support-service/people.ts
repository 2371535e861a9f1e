// Who is asking: a real service would read this from its own login.
export type Person =
  | { readonly role: "customer"; readonly name: string }
  | { readonly role: "staff"; readonly name: string }

const TOKENS: Readonly<Record<string, Person>> = {
  "ann-token": { role: "customer", name: "ann" },
  "bob-token": { role: "customer", name: "bob" },
  "sue-token": { role: "staff", name: "sue" },
}

export function personOf(authorization: string | undefined): Person | undefined {
  return TOKENS[authorization?.replace(/^Bearer /, "") ?? ""]
}
