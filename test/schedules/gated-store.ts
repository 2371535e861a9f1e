// The store of one simulated process. The process can crash (its operations never return), freeze (they return later), or lose its
// connection (they fail, whether or not the store has carried them out). The real store behind it lives on.
import type { Store } from "../../packages/agent/src/contracts/store.ts"

/** Where a connection is lost: on the way to the store, or on the way back. */
export type Cut = "before" | "after"

export class Process {
  #dead = false
  #cut: Cut | undefined
  #wasCut = false
  #isDeaf = false
  #frozen: Promise<void> | undefined
  #thaw: () => void = () => {}

  get isDead(): boolean {
    return this.#dead
  }

  /** Whether an error of the store is its connection's. */
  get wasCut(): boolean {
    return this.#wasCut
  }

  cut(where: Cut): void {
    this.#cut = where
    this.#wasCut = true
  }

  /** It is not told of changes, as when a notification is lost. */
  deafen(): void {
    this.#isDeaf = true
  }

  mend(): void {
    this.#cut = undefined
    this.#isDeaf = false
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
      watch: (listener) => store.watch(() => this.#dead || this.#isDeaf || listener()),
      close: async () => {},
    }
  }

  #gated(method: (...args: unknown[]) => unknown) {
    return async (...args: unknown[]) => {
      await this.pass()
      if (this.#cut === "before") throw new Error("The connection to the store is lost.")
      const result = await method(...args)
      await this.pass()
      if (this.#cut === "after") throw new Error("The connection to the store was lost before its answer came.")
      return result
    }
  }
}
