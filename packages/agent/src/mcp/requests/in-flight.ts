// Which call a server means when it asks something of us. It asks in the middle of a call, but only some transports say of
// which. Nobody may be shown what belongs to another session, so in doubt it is nobody's.
import { AsyncLocalStorage } from "node:async_hooks"
import type { ToolContext } from "../../tools/tool.ts"

export class InFlight {
  readonly #calls = new Set<ToolContext>()
  /** Over HTTP a request comes in the answer to the call: what follows from it runs in the call's own context. */
  readonly #own = new AsyncLocalStorage<ToolContext>()

  async run<Value>(context: ToolContext | undefined, work: () => Promise<Value>): Promise<Value> {
    if (context === undefined) return work()
    this.#calls.add(context)
    try {
      return await this.#own.run(context, work)
    } finally {
      this.#calls.delete(context)
    }
  }

  get current(): ToolContext | undefined {
    const own = this.#own.getStore()
    if (own !== undefined && this.#calls.has(own)) return own
    const sessions = new Set([...this.#calls].map(({ session }) => session))
    return sessions.size === 1 ? [...this.#calls].at(-1) : undefined
  }
}
