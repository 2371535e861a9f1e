// Whether a fact was copied from another session by a fork or an import.
import type { Parent } from "../../contracts/fact.ts"

export function isCopied(parent: Parent | undefined, seq: number): boolean {
  const { kind, seq: last = 0 } = parent ?? {}
  return (kind === "fork" || kind === "import") && seq <= last
}
