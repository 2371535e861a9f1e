// Which call a server's request belongs to. It asks in the middle of a call, but only some transports say of which. A
// question must not reach another session, so with calls of several sessions it belongs to none.
import { AsyncLocalStorage } from "node:async_hooks"
import type { ToolContext } from "../../tools/tool.ts"

export class InFlight {
  readonly #calls = new Set<ToolContext>()
  /** Over HTTP a request comes in the answer to a call, so its handler runs in that call's async context. */
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
