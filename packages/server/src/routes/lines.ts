// The lines of a body, one at a time: never more than one is held, and none that is too long.
import { HttpError } from "../http/http-error.ts"

const MEGABYTE = 1024 * 1024
/** An attachment of 20 MB in base64 fits in. */
const MAX_LINE_MEGABYTES = 32

export async function* linesOf(body: ReadableStream<Uint8Array>, megabytes: number): AsyncGenerator<string> {
  let size = 0
  let begun: Uint8Array[] = []
  let length = 0
  const keep = (bytes: Uint8Array) => {
    length += bytes.length
    if (length > MAX_LINE_MEGABYTES * MEGABYTE)
      throw tooLarge(`A line of an import has at most ${MAX_LINE_MEGABYTES} MB.`)
    begun.push(bytes)
  }
  const take = () => {
    const line = Buffer.concat(begun).toString("utf8")
    begun = []
    length = 0
    return line
  }
  for await (const chunk of body) {
    size += chunk.length
    if (size > megabytes * MEGABYTE)
      throw tooLarge(`An import has at most ${megabytes} MB here: an admin may raise "imports.maxMegabytes".`)
    let from = 0
    for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, from)) {
      keep(chunk.subarray(from, end))
      yield take()
      from = end + 1
    }
    keep(chunk.subarray(from))
  }
  if (length > 0) yield take()
}

const LINE_BREAK = 0x0a

function tooLarge(what: string): HttpError {
  const message = `${what} Use pawl sessions import on the server.`
  // What is left of the request may still be on its way: no other request may follow it.
  return new HttpError(413, "too-large", message, { headers: { connection: "close" } })
}
