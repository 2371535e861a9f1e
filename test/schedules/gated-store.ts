// The store of one simulated process. The process can crash (its operations never return) or freeze (they return
// later). The real store behind it lives on.
import type { Store } from "../../packages/agent/src/contracts/store.ts"

export class Process {
  #dead = false
  #frozen: Promise<void> | undefined
  #thaw: () => void = () => {}

  get isDead(): boolean {
    return this.#dead
  }

  crash(): void {
    this.#dead = true
    this.#thaw()
  }

  freeze(): void {
    this.#frozen ??= new Promise((resolve) => {
      this.#thaw = resolve
    })
  }

  thaw(): void {
    this.#frozen = undefined
    this.#thaw()
  }

  /** Resolves now, after a thaw, or never. */
  async pass(): Promise<void> {
    while (this.#frozen !== undefined && !this.#dead) await this.#frozen
    if (this.#dead) await new Promise<never>(() => {})
  }

  store(store: Store): Store {
    const gate = <Port extends object>(port: Port): Port =>
      new Proxy(port, {
        get: (target, name, receiver) => {
          const value: unknown = Reflect.get(target, name, receiver)
          return typeof value === "function" ? this.#gated(value.bind(target)) : value
        },
      })
    return {
      log: gate(store.log),
      blobs: gate(store.blobs),
      inbox: gate(store.inbox),
      leases: gate(store.leases),
      sessions: gate(store.sessions),
      usage: gate(store.usage),
      records: gate(store.records),
      live: {
        write: (...args) => (this.#dead ? undefined : store.live.write(...args)),
        read: (id) => store.live.read(id),
      },
      watch: (listener) => store.watch(() => this.#dead || listener()),
      close: async () => {},
    }
  }

  #gated(method: (...args: unknown[]) => unknown) {
    return async (...args: unknown[]) => {
      await this.pass()
      const result = await method(...args)
      await this.pass()
      return result
    }
  }
}
