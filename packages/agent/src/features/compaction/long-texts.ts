// Reads the texts of a history that are stored as blobs because they are long, for the compaction.
import { type BlobPart, isText, type Part } from "../../contracts/content.ts"
import type { ToolMessage, UserMessage } from "../../contracts/message.ts"
import type { PerformContext } from "../../kernel/performer.ts"
import { toArray } from "../../kernel/state/grow-list.ts"
import { openResults, shown } from "../../kernel/state/messages.ts"
import type { State } from "../../kernel/state/state.ts"

export async function longTexts(
  state: State,
  { blobs, clock }: Pick<PerformContext, "blobs" | "clock">,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { history, waiting, digest } = state
  const messages = [...toArray(history), ...openResults(state), ...shown(waiting)]
  const parts = [
    ...(digest?.contract.said ?? []).flatMap((said) => said.parts),
    ...messages.flatMap((message) => (message.role === "assistant" ? [] : wholeOf(message))),
  ]
  const wanted = parts.filter((part): part is BlobPart => part.type === "blob" && isText(part))
  const found = new Map<string, Uint8Array>()
  for (const { hash } of wanted) {
    const bytes = found.has(hash) ? undefined : await readSoon(hash, blobs, clock)
    if (bytes !== undefined) found.set(hash, bytes)
  }
  return found
}

function wholeOf(message: UserMessage | ToolMessage): readonly Part[] {
  return message.role === "user" ? (message.whole ?? message.parts) : message.parts
}

/** The text may have been stored by the very facts that asked for this step: it can be read once they are durable. */
async function readSoon(
  hash: string,
  blobs: PerformContext["blobs"],
  clock: PerformContext["clock"],
): Promise<Uint8Array | undefined> {
  for (const waitMs of [5, 20, 100, 500]) {
    const bytes = await blobs.read(hash)
    if (bytes !== undefined) return bytes
    await clock.sleep(waitMs)
  }
  return blobs.read(hash)
}
