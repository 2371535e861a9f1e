// Wraps Tesseract in one function. Its engine runs on a separate thread, starts with the first picture and stays loaded;
// after a failure the next picture gets a new engine.
import { fileURLToPath } from "node:url"
import { createWorker, OEM, type Worker } from "tesseract.js"

export const MAX_MS = 20_000

export class NotAnImage extends Error {}
export class TooSlow extends Error {}

export class TextReader {
  #engine: Engine | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** One picture at a time: the engine has one thread, and a failure must not affect other pictures. */
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

// The language data is installed: without these two options the engine would fetch it from the network and write it into
// the current folder.
const OFFLINE = {
  langPath: fileURLToPath(new URL("4.0.0_best_int", import.meta.resolve("@tesseract.js-data/eng"))),
  cacheMethod: "none",
}

function startEngine(): Engine {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  // Without a handler it throws errors where no code can catch them.
  const worker = createWorker("eng", OEM.LSTM_ONLY, { ...OFFLINE, gzip: true, errorHandler: reject })
  worker.then((ready) => threadOf(ready)?.on("error", reject)).catch(reject)
  return { worker, failed }
}

/** The engine's thread, which its types do not mention. An unhandled error there would end the process. */
function threadOf(worker: Worker): NodeJS.EventEmitter | undefined {
  return (worker as { readonly worker?: NodeJS.EventEmitter }).worker
}
