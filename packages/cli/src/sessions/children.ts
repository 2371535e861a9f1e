// Child sessions: lists omit them unless all are wanted, and the view of their parent names them.
import type { SessionQuery, SessionRow, Store } from "@pawl/agent"

/** A fork has a parent too, but is no child. */
function isChild({ parentKind }: SessionRow): boolean {
  return parentKind === "delegation"
}

/** The newest sessions that are not children. */
export async function withoutChildren(
  store: Store,
  { limit, ...wanted }: SessionQuery & { readonly limit: number },
): Promise<readonly SessionRow[]> {
  const found: SessionRow[] = []
  let last: SessionRow | undefined
  for (;;) {
    const after = last === undefined ? {} : { after: { updatedAt: last.updatedAt, id: last.id } }
    const page = await store.sessions.list({ limit, ...wanted, ...after })
    for (const row of page) if (found.length < limit && !isChild(row)) found.push(row)
    last = page.at(-1)
    if (found.length >= limit || page.length < limit) return found
  }
}
