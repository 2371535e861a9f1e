// What a model gets with a request, as Pawl makes it. The platform's signal is made when somebody looks at it: Pawl's own
// models listen to the stop behind it, which costs a fraction of it.
import type { AskOptions } from "./model.ts"
import { abortSignalOf, type StopSignal } from "./stop-signal.ts"

const STOP = Symbol("stop")

export class Asking implements AskOptions {
  declare readonly signal: AbortSignal
  declare readonly [STOP]: StopSignal
  readonly onText: AskOptions["onText"]
  readonly onReasoning: AskOptions["onReasoning"]
  readonly #stop: StopSignal

  constructor(stop: StopSignal, onText: AskOptions["onText"], onReasoning: AskOptions["onReasoning"]) {
    this.onText = onText
    this.onReasoning = onReasoning
    this.#stop = stop
    // A field of its own, because a model around another one copies the fields and changes one of them.
    Object.defineProperty(this, "signal", SIGNAL)
    // Found also from an object that inherits from this one, and through a proxy. Copies do not have it.
    Object.defineProperty(this, STOP, { value: stop })
  }

  /** The stop behind the signal. A copy of the options may have another signal, so there the signal counts. */
  static stopOf(how: AskOptions): StopSignal {
    return #stop in how ? how.#stop : how.signal
  }
}

/** One function for all: with a function of its own V8 would make each object a dictionary. */
const SIGNAL: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Asking) {
    return abortSignalOf(this[STOP])
  },
}
