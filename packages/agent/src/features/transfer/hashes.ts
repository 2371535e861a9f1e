// The hashes that a fact refers to: sections of requests, attachments, long texts, whole results, files of a
// checkpoint.
import { definitionOf, type Fact } from "../../registry/facts.ts"

const HASH = /^[0-9a-f]{64}$/

/** Every SHA-256 that stands where a reference may stand; other text that looks like one is ignored. */
export function hashesIn(fact: Fact): readonly string[] {
  const { hashes } = definitionOf(fact)
  return hashes === undefined ? [...blobParts(fact)] : hashes(fact).filter(isHash)
}

function isHash(value: unknown): value is string {
  return typeof value === "string" && HASH.test(value)
}

function* blobParts(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return
  if ("type" in value && value.type === "blob" && "hash" in value && isHash(value.hash)) yield value.hash
  for (const each of Object.values(value)) yield* blobParts(each)
}
