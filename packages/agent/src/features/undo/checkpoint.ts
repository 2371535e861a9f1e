// Makes the fact and blobs of a checkpoint from the files that were kept.
import type { Kept } from "../../contracts/files.ts"
import type { Yielded } from "../../kernel/performer.ts"
import type { CheckpointMade } from "./facts/checkpoint-made.ts"

export function checkpoint(name: string, kept: Kept): Yielded & { readonly fact: CheckpointMade } {
  const { root, files, modes, skipped, seen, folders, bytes, blobs } = kept
  const details = {
    ...(Object.keys(modes).length > 0 && { modes }),
    ...(Object.keys(skipped).length > 0 && { skipped }),
    ...(Object.keys(seen).length > 0 && { seen }),
    ...(bytes > 0 && { bytes }),
    ...(folders.length > 0 && { folders }),
  }
  return { fact: { type: "checkpoint-made", checkpoint: name, files, root, ...details }, blobs }
}
