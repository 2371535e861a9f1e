// Requests vectors for texts from an embeddings server: in batches, each with a time limit, with errors that say what
// to do.
import { messageOf } from "../../contracts/error.ts"
import { shorten } from "../../secrets/error-text.ts"
import { redact } from "../../secrets/redact.ts"
import { wireFetch } from "../wire/wire-fetch.ts"

export interface VectorServer {
  readonly url: string
  readonly apiKey?: string
  /**
   * Time limit for one batch, which takes a while. Callers that embed a question set a shorter limit through the
   * signal.
   */
  readonly timeoutMs?: number
  body(texts: readonly string[]): object
  /** Extracts the vectors from the answer, in the order of the texts. Entries are not validated yet. */
  read(answer: unknown): readonly unknown[]
  /** What the user can do, given the HTTP status; undefined when the server did not answer. */
  advice(status?: number): string
}

const TIMEOUT_MS = 60_000
/** The batch size that the tool index uses. */
const BATCH = 64
const MAX_CHARACTERS = 300

export async function askForVectors(
  server: VectorServer,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += BATCH)
    vectors.push(...(await askForBatch(server, texts.slice(from, from + BATCH), signal)))
  return vectors
}

async function askForBatch(
  server: VectorServer,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Float32Array[]> {
  const { status, text } = await send(server, JSON.stringify(server.body(texts)), signal)
  if (status < 200 || status > 299) {
    const words = errorText(server, text)
    throw new Error(
      `${server.url} answered HTTP ${status} instead of vectors${words && ` (${words})`}. ${server.advice(status)}`,
    )
  }
  const vectors = server.read(parsed(text)).flatMap((row) => vectorOf(row) ?? [])
  if (vectors.length === texts.length) return vectors
  throw new Error(
    `${server.url} answered with ${vectors.length} vectors for ${texts.length} texts. Check that the server and the model make embeddings.`,
  )
}

/** The time limit covers reading the body too, since a server may start an answer and then stall. */
async function send({ url, apiKey, timeoutMs = TIMEOUT_MS, advice }: VectorServer, body: string, signal?: AbortSignal) {
  const limit = AbortSignal.timeout(timeoutMs)
  const headers = {
    "content-type": "application/json",
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
  }
  try {
    const stop = signal === undefined ? limit : AbortSignal.any([limit, signal])
    const response = await wireFetch(url, { method: "POST", headers, body, signal: stop })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (limit.aborted) throw new Error(`${url} did not answer within ${timeoutMs / 1000} s. ${advice()}`, { cause })
    const why = messageOf(cause instanceof Error && cause.cause !== undefined ? cause.cause : cause)
    throw new Error(`${url} cannot be reached (${redact(why) || "no connection"}). ${advice()}`, { cause })
  }
}

/** The server's error message: `{error: "..."}`, `{error: {message}}`, or plain text. */
function errorText({ apiKey }: VectorServer, text: string): string {
  const body = parsed(text) as { readonly error?: unknown } | null | undefined
  const error = body?.error
  const message = (error as { readonly message?: unknown } | null | undefined)?.message
  const words = [message, error, text].find((each) => typeof each === "string") as string // `text` always is one.
  const line = words.trim().replace(/\s+/g, " ")
  return shorten(redact(apiKey === undefined ? line : line.replaceAll(apiKey, "[redacted]")), MAX_CHARACTERS)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function vectorOf(row: unknown): Float32Array | undefined {
  const isVector = Array.isArray(row) && row.length > 0 && row.every((each) => typeof each === "number")
  return isVector ? Float32Array.from(row as readonly number[]) : undefined
}
