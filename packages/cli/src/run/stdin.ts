// What is piped in, as text. Bytes that are no UTF-8 are refused: a prompt with holes in it would be asked without a word.
import { badInput } from "../failure.ts"

const MOST_BYTES = 100 * 1024 * 1024
const PATIENCE_MS = 3000

/** `giveUpMs`: nothing at all for so long counts as the end. */
export async function readStdin(how: { readonly giveUpMs?: number } = {}): Promise<string> {
  if (process.stdin.isTTY) return ""
  const chunks: Buffer[] = []
  let size = 0
  const hint = setTimeout(() => process.stderr.write(WAITING), PATIENCE_MS)
  const giveUp = how.giveUpMs === undefined ? undefined : setTimeout(() => process.stdin.destroy(), how.giveUpMs)
  try {
    for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
      clearTimeout(hint)
      clearTimeout(giveUp)
      size += chunk.length
      if (size > MOST_BYTES)
        throw badInput(`The input is larger than ${MOST_BYTES / 1024 / 1024} MB. Send less, or name a file to read.`)
      chunks.push(chunk)
    }
  } catch (error) {
    if (!isGivenUp(error)) throw error
  } finally {
    clearTimeout(hint)
    clearTimeout(giveUp)
  }
  return decode(Buffer.concat(chunks))
}

const WAITING = "pawl: waiting for the end of the piped input (add < /dev/null if there is none)\n"

function isGivenUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_STREAM_PREMATURE_CLOSE"
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw badInput("The piped input is not valid UTF-8. Convert it first, for example with iconv -t UTF-8.")
  }
}
