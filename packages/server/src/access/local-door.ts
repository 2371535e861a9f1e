// Lets the person at the machine in without a token, as long as nothing hints at anybody else. Shut once, it stays shut: a
// server that had users must not belong to everybody because the last of them was removed.
import type { Context } from "hono"
import { hasHeader } from "../http/incoming.ts"
import type { Env } from "../http/route.ts"
import type { Users } from "./users.ts"

/** Headers of proxies: the request comes from this machine, but the person who sends it may not be here. */
const OF_PROXIES = /^(?:x-forwarded(?:-.*)?|forwarded|x-real-ip|via)$/

export class LocalDoor {
  readonly #users: Pick<Users, "isEmpty">
  #isOpen: boolean

  constructor(users: Pick<Users, "isEmpty">, isOpen: boolean) {
    this.#users = users
    this.#isOpen = isOpen
  }

  shut(): void {
    this.#isOpen = false
  }

  async shutIfUsers(): Promise<void> {
    if (this.#isOpen && !(await this.#users.isEmpty())) this.shut()
  }

  async isOpenTo(c: Context<Env>): Promise<boolean> {
    await this.shutIfUsers()
    return this.#isOpen && !hasHeader(c, (name) => OF_PROXIES.test(name))
  }
}
