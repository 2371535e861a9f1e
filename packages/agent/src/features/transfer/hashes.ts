// The hashes that a fact refers to: sections of requests, attachments, long texts, whole results, files of a
// checkpoint. And those of a command that waits.
import type { Command } from "../../contracts/command.ts"
import { definitionOf, type Fact } from "../../registry/facts.ts"

const HASH = /^[0-9a-f]{64}$/

/**
 * The hashes of the blobs that a fact refers to. Text that only looks like a hash is no reference.
 *
 * @example
 * ```ts
 * import { blobHashesIn } from "@pawl/agent/sessions"
 *
 * for (const fact of await session.facts()) for (const hash of blobHashesIn(fact)) console.log(hash)
 * ```
 */
export function blobHashesIn(fact: Fact): readonly string[] {
  const { hashes } = definitionOf(fact)
  return hashes === undefined ? [...blobParts(fact)] : hashes(fact).filter(isHash)
}

/** The hashes of what a waiting message has attached. */
export function blobHashesOf(command: Command): readonly string[] {
  return command.kind === "say" ? command.input.flatMap((part) => (part.type === "blob" ? part.hash : [])) : []
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value)
}

function* blobParts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return
  if ("type" in value && value.type === "blob" && "hash" in value && isHash(value.hash)) yield value.hash
  for (const each of Object.values(value)) yield* blobParts(each)
}
