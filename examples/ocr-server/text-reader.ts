// Tesseract behind one function. Its engine runs on a thread of its own, is started for the first picture and kept; after
// any failure the next picture gets a fresh one.
import { fileURLToPath } from "node:url"
import { createWorker, OEM, type Worker } from "tesseract.js"

export const MAX_MS = 20_000

export class NotAnImage extends Error {}
export class TooSlow extends Error {}

export class TextReader {
  #engine: Engine | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** One picture at a time: the engine has one thread, and a failure must not take others along. */
  read(image: Buffer, signal: AbortSignal): Promise<string> {
    const reading = this.#turn.then(() => this.#read(image, signal))
    this.#turn = reading.catch(() => {})
    return reading
  }

  async #read(image: Buffer, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    this.#engine ??= startEngine()
    const { worker, failed } = this.#engine
    const { promise: stopped, reject } = Promise.withResolvers<never>()
    const stop = () => reject(signal.reason)
    const deadline = setTimeout(() => reject(new TooSlow()), MAX_MS)
    signal.addEventListener("abort", stop)
    try {
      const recognised = worker.then((ready) => ready.recognize(image))
      const { data } = await Promise.race([recognised, failed, stopped])
      return data.text.trim()
    } catch (error) {
      this.#engine = undefined
      worker.then((ready) => ready.terminate()).catch(() => {})
      throw String(error).includes("attempting to read image") ? new NotAnImage() : error
    } finally {
      clearTimeout(deadline)
      signal.removeEventListener("abort", stop)
    }
  }
}

interface Engine {
  readonly worker: Promise<Worker>
  /** Rejects when the engine cannot start, cannot read, or dies. */
  readonly failed: Promise<never>
}

// Everything it needs is installed: without these two options it would fetch the language from the network and write it
// into the current folder.
const OFFLINE = {
  langPath: fileURLToPath(new URL("4.0.0_best_int", import.meta.resolve("@tesseract.js-data/eng"))),
  cacheMethod: "none",
}

function startEngine(): Engine {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  // Without a handler it throws what goes wrong where nobody can catch it.
  const worker = createWorker("eng", OEM.LSTM_ONLY, { ...OFFLINE, gzip: true, errorHandler: reject })
  worker.then((ready) => threadOf(ready)?.on("error", reject)).catch(reject)
  return { worker, failed }
}

/** Its thread, which the types do not mention. An error there that nobody listens to would end the process. */
function threadOf(worker: Worker): NodeJS.EventEmitter | undefined {
  return (worker as { readonly worker?: NodeJS.EventEmitter }).worker
}
