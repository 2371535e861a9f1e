// Whether a fact was copied from another session by a fork or an import, and which facts came from elsewhere.
import type { Parent } from "../../contracts/fact.ts"

export function isCopied(parent: Parent | undefined, seq: number): boolean {
  const { kind, seq: last = 0 } = parent ?? {}
  return (kind === "fork" || kind === "import") && seq <= last
}

/** The last fact that came with an import, here or in a session that this one was forked from; 0 without one. */
export function importedUpTo(parent: Parent | undefined): number {
  return (parent?.kind === "import" ? parent.seq : parent?.imported) ?? 0
}
