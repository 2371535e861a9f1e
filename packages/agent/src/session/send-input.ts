// Sends input to a session, and follows the turn that takes it up.
import { defined } from "../base/defined.ts"
import type { Say } from "../contracts/command.ts"
import type { Input } from "../contracts/content.ts"
import { askedOutput, whyRefused } from "./asked-output.ts"
import { attach } from "./attach.ts"
import { cancelOnAbort, refuseAborted } from "./cancel-on-abort.ts"
import type { CommandSender } from "./command-sender.ts"
import type { HandlePorts, SendOptions } from "./handle-types.ts"
import { refuseLong } from "./limits.ts"
import { readInput } from "./read-input.ts"
import { readTurnOptions } from "./read-turn-options.ts"
import { refuseChoice } from "./refuse-choice.ts"
import { givenContext } from "./turn-context.ts"
import { TurnStream } from "./turn-stream.ts"

export interface Recipient {
  readonly session: string
  readonly ports: HandlePorts
  readonly commands: CommandSender
}

/** The options of a call, with those that the handle has for all of them. */
export type Sending = SendOptions<unknown> & Pick<Say, "retry">

export function sendInput(to: Recipient, input: Input, options: Sending): TurnStream {
  const { session, ports, commands } = to
  const { whenBusy, by, signal, context, retry } = options
  refuseAborted(signal)
  const id = options.id ?? ports.ids.next()
  const { limits = {}, secrets, countsOf } = ports
  const read = readInput(input)
  refuseLong(read, limits)
  const parts = attach(read, secrets)
  const mode = whenBusy === "steer" ? "steer" : "queue"
  const own = readTurnOptions(options, ports)
  if (own.toolChoice !== undefined) refuseChoice(own, ports)
  const asked = options.output === undefined ? undefined : askedOutput(options.output, { session, command: id }, ports)
  const typed = asked === undefined ? {} : { output: asked.output }
  const kept = givenContext({ session, command: id, context }, ports.contexts)
  const at = ports.now?.()
  const say = {
    kind: "say",
    id,
    whenBusy: mode,
    ...defined({ at, by }),
    ...own,
    ...kept,
    ...typed,
    ...defined({ retry }),
  } as const
  const following = followingOf(to, id)
  const admission = { ...limits, refuseWhenBusy: whenBusy === "refuse" }
  const accepted = commands.say(parts, say, admission, countsOf?.(session))
  if (signal !== undefined) {
    const cancel = async (turn: number) => {
      await commands.send({ kind: "cancel", turn, ...defined({ by }), id: ports.ids.next() })
    }
    const follow = async (onTurn: (turn: number) => void) => following.end(await accepted, onTurn)
    void cancelOnAbort(signal, { follow, cancel })
  }
  if (context === undefined && asked === undefined) return new TurnStream(id, accepted, following)
  const onOver = () => {
    asked?.release()
    if (context !== undefined) ports.contexts?.release(session, id)
  }
  const why = asked && (() => whyRefused(ports.store.log.read(session, 0), { command: id, output: asked.output }))
  return new TurnStream(id, accepted, following, { onOver, check: asked?.check, whyRefused: why })
}

/** Follows the turn that takes up this command, until it fails here after now. */
function followingOf({ session, ports }: Recipient, command: string) {
  const { lists, turnEnd } = ports
  const failAfter = ports.failureMark()
  return {
    events: (after: number) => lists(session, { after, failAfter }),
    end: (after: number, onTurn?: (turn: number) => void) =>
      turnEnd(session, { command, after, ...defined({ onTurn }) }, failAfter),
  }
}
