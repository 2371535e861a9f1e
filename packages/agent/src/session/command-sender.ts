// Puts commands into a session's inbox in the order in which they are sent, and wakes its runner.
import { defined } from "../base/defined.ts"
import type { Command, Say } from "../contracts/command.ts"
import type { OpenRequest } from "../contracts/sessions.ts"
import type { EnqueueOptions } from "../contracts/store.ts"
import type { Attached } from "./attach.ts"
import { cleanCommand } from "./clean-command.ts"
import type { HandlePorts } from "./handle-types.ts"
import type { OwnerCounts } from "./limits.ts"
import { readCommand } from "./read-input.ts"
import { refusal } from "./refusals.ts"
import { placeOfFirst, sentBefore } from "./sent-before.ts"
import { SerialQueue } from "./serial-queue.ts"

export class CommandSender {
  readonly #session: string
  readonly #ports: Pick<HandlePorts, "store" | "host" | "secrets">
  readonly #inOrder = new SerialQueue()

  constructor(session: string, ports: Pick<HandlePorts, "store" | "host" | "secrets">) {
    this.#session = session
    this.#ports = ports
  }

  /** Returns the `seq` of the log before the command, so that the events of its turn cannot be missed. */
  say(
    said: Attached | Promise<Attached>,
    say: Omit<Say, "input">,
    how: EnqueueOptions,
    counts?: Promise<OwnerCounts>,
  ): Promise<number> {
    const send = (ready: Attached, own?: OwnerCounts) =>
      this.#say(ready, say, own === undefined ? how : { ...how, ...own })
    if (counts === undefined) return this.#inOrder.run(said, send)
    return this.#inOrder.run(Promise.all([said, counts]), ([ready, own]) => send(ready, own))
  }

  async #say({ content, blobs }: Attached, say: Omit<Say, "input">, how: EnqueueOptions): Promise<number> {
    const { store } = this.#ports
    const command = { ...say, input: content }
    // The store says what came before it: a look at the log could be answered after the turn has begun, and its start be missed.
    const before = await this.#enqueue(command, { ...how, blobs })
    return before ?? placeOfFirst(store, this.#session, readCommand(command), await store.log.head(this.#session))
  }

  /** Whether a command with this id was sent before. */
  async isSent(id: string): Promise<boolean> {
    return (await sentBefore(this.#ports.store, this.#session, id)) !== undefined
  }

  /** Returns true when this command was already sent. */
  send(command: Command): Promise<boolean> {
    return this.#inOrder.run(command, async (next) => (await this.#enqueue(next)) === undefined)
  }

  /** The `seq` of the log before it; undefined for a command that was already sent. */
  async #enqueue(given: Command, how?: EnqueueOptions): Promise<number | undefined> {
    const { store, host, secrets } = this.#ports
    const whole = readCommand(given)
    const command = secrets === undefined ? whole : cleanCommand(whole, secrets)
    const runner = await host.runnerOf?.()
    const enqueued = await store.inbox.enqueue(this.#session, command, { ...how, ...defined({ runner }) })
    if (enqueued.outcome === "refused") throw refusal(this.#session, command, enqueued, await this.#otherKind(command))
    const { place, seq } = enqueued.outcome === "accepted" ? enqueued : {}
    await host.wake(this.#session, defined({ place }))
    return seq
  }

  /** People confuse decisions and answers: what the call of a refused one asks instead, if it still does. */
  async #otherKind(command: Command): Promise<OpenRequest["kind"] | undefined> {
    if (command.kind !== "approve" && command.kind !== "answer") return undefined
    const row = await this.#ports.store.sessions.get(this.#session)
    const other = command.kind === "approve" ? "question" : "approval"
    return row?.openRequests.find(({ call, kind }) => call === command.call && kind === other)?.kind
  }
}
