// What the conversation and its commands need of a terminal: the line REPL and the screen are two of these.
import type { Event, Usage } from "@pawl/agent"
import type { AskHow } from "../run/person.ts"
import type { Style } from "../terminal/style.ts"

export interface TerminalListeners {
  readonly onLine: (text: string) => void
  readonly onInterrupt: () => void
  /** The Escape key, alone. True when it has stopped a command of the shell. */
  readonly onEscape: () => boolean
  readonly onEnd: () => void
  /** What can be put in for the end of the text before the cursor: commands, their arguments, and files after an @. */
  readonly complete: (before: string) => Promise<Completions | undefined>
  /** Removes secrets from a line before it goes into the history. */
  readonly clean: (line: string) => string
  /** Switches to the next approval mode. */
  readonly onMode: () => void
  readonly queue: QueueActions
}

/** What a person may do with a message that waits, by its id. */
export interface QueueActions {
  /** Returns its text; undefined when it has begun meanwhile. */
  readonly takeBack: (id: string) => Promise<string | undefined>
  /** Lets it join the running turn. */
  readonly sendNow: (id: string) => Promise<void>
  /** Earlier or later by one place. */
  readonly move: (id: string, by: -1 | 1) => Promise<void>
}

export interface Completions {
  /** The end of the text that one of them replaces. */
  readonly of: string
  readonly items: readonly Completion[]
}

export interface Completion {
  readonly text: string
  readonly about?: string
}

/** Something that the user may choose. */
export interface Candidate {
  readonly value: string
  readonly label: string
  readonly about?: string
}

export interface Choosing {
  /** What is chosen, as "model". */
  readonly title: string
  readonly candidates: readonly Candidate[]
  /** Those for the words that were typed; without it, those whose label or remark has the words. */
  readonly search?: (words: string) => Promise<readonly Candidate[]>
  /** Rows that show more about one. */
  readonly preview?: (value: string) => Promise<readonly string[]>
}

export interface ViewHow {
  /** Whether a command was typed here, and not sent by another process. */
  readonly isOurs: (command: string) => boolean
  /** Called for every piece of thinking, because the user may switch it at any time. */
  readonly thinking: () => boolean
  /** The models that may be asked, the first one first. */
  readonly chain: readonly string[]
  /** Where and with what the conversation runs, now. */
  readonly about: () => About
  /** What the session used before the first event that is shown. */
  readonly usedBefore: Usage
}

export interface About {
  readonly folder: string
  readonly model: string
  readonly profile: string
  /** The approval mode of the next turn. */
  readonly mode: string
}

export interface Terminal {
  readonly style: Style
  /** The current width, if known. */
  readonly columns: number | undefined
  /** Text that is typed but not sent. */
  readonly line: string
  /** Prints on a separate line. */
  tell(line: string): void
  /** Returns what shows the last rows of something that runs, in place of those before. Without rows it has ended. */
  running(): (rows: readonly string[]) => void
  /** Returns what shows the events of a session, one after the other. */
  show(how: ViewHow): (event: Event) => void
  /** It is redrawn, so it shows the messages that wait, and the approval mode, which a key changes. */
  readonly isScreen: boolean
  /** Keeps a message of the command line among those that were typed. */
  remember(line: string): void
  /** Shows the messages that wait for the end of the turn, oldest first. */
  queued(messages: readonly QueuedLine[]): void
  /** Asks for the next message. */
  prompt(): void
  clearLine(): void
  /** The next line is the answer; the text that was being typed comes back afterwards. */
  ask(prompt: string, how: AskHow): Promise<string | undefined>
  /** The text as the user's own editor left it; undefined where none is set, or where it failed. */
  edit?(text: string): Promise<string | undefined>
  /** Lets the user choose one. Undefined: none. */
  choose(choosing: Choosing): Promise<string | undefined>
  /** Ends the input and withdraws an open question. */
  close(): void
}

export interface QueuedLine {
  readonly id: string
  readonly text: string
}
