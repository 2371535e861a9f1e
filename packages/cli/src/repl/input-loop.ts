// The input loop of the REPL: sends lines as messages or runs them as commands, until the user exits or a signal stops it.
import type { OpenedAgent, OpenHow } from "../agent/agent.ts"
import { ALL_MODES } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { oneLine, warn } from "../failure.ts"
import type { Flags } from "../line/parse.ts"
import type { LogFile } from "../log-file.ts"
import { redactor } from "../redact.ts"
import { chooseSession as sessionFor } from "../run/choose-session.ts"
import type { Asker } from "../run/person.ts"
import { STOP_NAMES, STOPS, type StopName } from "../run/signals.ts"
import { named, short } from "../terminal/plain.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { policyFor, type Room } from "./command.ts"
import { isCommand, isKnownCommand, runCommand, stop } from "./commands.ts"
import { completeInput } from "./complete-input.ts"
import { Conversation } from "./conversation.ts"
import { fileCommandIn, sayFile } from "./file-commands.ts"
import { makeTerminal, wantsScreen } from "./make-terminal.ts"
import { isPrompt, resourcesIn, sayPrompt } from "./prompt-commands.ts"
import { renewing } from "./reload-settings.ts"
import { chooseSession, describe } from "./session-commands.ts"
import { runShell, shellIn } from "./shell-lines.ts"
import { endShell, stopShell } from "./shell-process.ts"

/** Settings and flags of the command line. */
export interface Wanted {
  readonly settings: Settings
  readonly flags: Flags
  /** What is said first. */
  readonly first?: string
  /** The user chooses the session first. */
  readonly isChoosing: boolean
}

export class InputLoop {
  /** How the agent is opened: warnings go to the terminal, once there is one. */
  readonly how: OpenHow
  readonly #wanted: Wanted
  readonly #here = world()
  readonly #left = Promise.withResolvers<number>()
  #room: Room | undefined

  constructor(wanted: Wanted, log: LogFile) {
    this.#wanted = wanted
    this.how = {
      approve: policyFor(wanted.settings.approve, wantsScreen(wanted.flags)),
      approvalModes: ALL_MODES,
      log,
      warn: (line) => (this.#room === undefined ? warn(line) : this.#room.terminal.tell(line)),
      onTrouble: (_, error) => this.#room?.conversation.trouble(error),
    }
  }

  /** Runs until the user exits. Returns the exit code. */
  async run(opened: OpenedAgent): Promise<number> {
    const { settings, flags, first, isChoosing } = this.#wanted
    const session = await sessionFor(opened.agent, settings, flags)
    const room = await this.#enterRoom(opened)
    const { terminal, conversation } = room
    for (const signal of STOP_NAMES) this.#here.on(signal, this.#onStop)
    terminal.tell(`${terminal.style.bold("pawl")} ${whereIn(settings)}. /help lists commands, Ctrl-D exits.`)
    await conversation.enter(session, isChoosing ? undefined : () => describe(room))
    if (isChoosing) await Promise.race([chooseFirst(room), this.#left.promise])
    if (first === undefined) settle(room)
    else sayFirst(room, first)
    const exit = await this.#left.promise
    terminal.close()
    await endShell()
    const lastWords = await conversation.leave()
    if (lastWords !== undefined) out.line(terminal.style.dim(lastWords))
    return exit
  }

  async close(): Promise<void> {
    await this.#room?.conversation.close()
  }

  /** Call it when everything is closed: a signal must not interrupt the closing. */
  ignoreSignals(): void {
    for (const signal of STOP_NAMES) this.#here.off(signal, this.#onStop)
  }

  readonly #onStop = (signal: NodeJS.Signals): void => {
    // The same signal once more ends the process, even if something is still open.
    this.#here.off(signal, this.#onStop)
    this.#left.resolve(STOPS[signal as StopName])
  }

  async #enterRoom(opened: OpenedAgent): Promise<Room> {
    const { settings, flags } = this.#wanted
    const redact = redactor(this.#here.env)
    const terminal = await makeTerminal(this.#wanted, {
      onLine: (line) => void carryOut(line).finally(() => settle(room)),
      onInterrupt: () => stopShell() || interrupt(room, this.#left.resolve),
      onEscape: () => {
        const isShell = stopShell()
        if (!isShell) stop(room)
        return isShell
      },
      onEnd: () => room.leave(),
      complete: completeInput(() => room),
      // A secret that the user typed by mistake must not stay in the history file.
      clean: (line) => redact(room.conversation.opened.agent.clean(line)),
      onMode: () => nextMode(room.conversation),
      queue: {
        takeBack: (id) => room.conversation.takeBack(id),
        sendNow: (id) => room.conversation.sendNow(id),
        move: (id, by) => room.conversation.moveQueued(id, by),
      },
    })
    const renew = renewing(flags, settings)
    const carryOut = (line: string) =>
      handle(room, line, renew).catch((error: unknown) => terminal.tell(terminal.style.red(oneLine(error))))
    const obey: NonNullable<Asker["obey"]> = async (line, { isSure }) => {
      if (isSure ? !isKnownCommand(line) : !isCommand(line) && !isPrompt(line)) return false
      await carryOut(line)
      return true
    }
    const conversation = new Conversation(settings, opened, terminal, obey)
    const room: Room = { conversation, terminal, how: this.how, flags, leave: () => this.#left.resolve(EXIT.done) }
    this.#room = room
    return room
  }
}

/** Without a choice the conversation goes on in a new session. */
async function chooseFirst(room: Room): Promise<void> {
  const { conversation } = room
  const { id } = conversation.session
  await chooseSession(room).catch((error: unknown) => conversation.trouble(error))
  if (conversation.session.id === id) await describe(room)
}

function nextMode(conversation: Conversation): void {
  const { approve } = conversation.settings
  if (approve === "deny") return
  const modes = conversation.opened.agent.approvalModes ?? ALL_MODES
  conversation.setApprove(modes[(modes.indexOf(approve) + 1) % modes.length] ?? approve)
}

/** Shown as if it had been typed. A screen shows it when its turn begins. */
function sayFirst({ conversation, terminal }: Room, prompt: string): void {
  if (!terminal.isScreen) terminal.tell(terminal.style.bold(`> ${short(prompt)}`))
  terminal.remember(prompt)
  conversation.say(prompt)
}

function whereIn({ model = "", workspace, server }: Settings): string {
  if (server !== undefined) return `${model === "" ? "" : `${named(model)} `}on ${named(server.url)}`
  return `${named(model)} in ${named(workspace)}`
}

async function handle(room: Room, line: string, renew: (room: Room) => Promise<void>): Promise<void> {
  if (line.trim() === "") return
  const file = isCommand(line) && !isKnownCommand(line) ? fileCommandIn(room, line) : undefined
  if (isCommand(line) && file === undefined) return runCommand(room, line)
  const shell = shellIn(line)
  if (shell !== undefined) return runShell(room, shell)
  // Unusable settings are reported, and the previous ones stay in effect.
  await renew(room).catch((error: unknown) => room.terminal.tell(room.terminal.style.red(oneLine(error))))
  if (file !== undefined) await sayFile(room, file, line)
  else if (isPrompt(line)) await sayPrompt(room, line)
  else if (line.includes("@")) room.conversation.say(line, await resourcesIn(line, room.conversation.opened.agent))
  else room.conversation.say(line)
}

/** Shows the prompt between turns. During a turn it appears when the user types. */
function settle({ conversation, terminal }: Room): void {
  if (!conversation.isBusy) terminal.prompt()
}

function interrupt({ conversation, terminal }: Room, leave: (exit: number) => void): void {
  if (conversation.isCancelling) leave(EXIT.cancelled)
  else if (conversation.isBusy) {
    terminal.tell(terminal.style.dim("(cancelling; press Ctrl-C again to exit)"))
    conversation.cancel()
  } else if (terminal.line === "") leave(terminal.isScreen ? EXIT.cancelled : EXIT.done)
  else terminal.clearLine()
}
