// Whether a fact happened in another session, whose past this one was given by a fork or an import.
import type { Parent } from "../../contracts/fact.ts"

export function isCopied(parent: Parent | undefined, seq: number): boolean {
  const { kind, seq: last = 0 } = parent ?? {}
  return (kind === "fork" || kind === "import") && seq <= last
}
