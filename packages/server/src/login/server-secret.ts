// The secret that the processes of one server share: made once, kept in the store.
import { randomBytes } from "node:crypto"
import type { Records } from "../records.ts"

export async function serverSecret(records: Records): Promise<Uint8Array> {
  for (;;) {
    const found = await records.get("server", "secret")
    if (typeof found?.value === "string") return Buffer.from(found.value, "base64url")
    // Two processes may start at once: the first one wins, and the other reads what it wrote.
    await records.put("server", "secret", randomBytes(32).toString("base64url"), 0)
  }
}
