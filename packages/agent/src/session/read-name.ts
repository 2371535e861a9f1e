// Refuses names that hold a secret, before they are stored.
import { PawlError } from "../contracts/error.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"

/** Names identify something, so a secret in them is refused rather than removed: two names could become the same. */
export function readName(name: string, what: string, secrets: Pick<KnownSecrets, "clean"> | undefined): string {
  if (secrets === undefined || secrets.clean(name) === name) return name
  throw new PawlError(
    "holds-secret",
    `The ${what} holds a secret that this agent knows, such as a provider's key. Secrets are never stored: choose another.`,
  )
}
