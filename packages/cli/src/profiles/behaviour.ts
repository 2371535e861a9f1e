// Describes how the built-in profiles differ, for people who choose one. The rules decide; these texts only describe them.
import type { ProfileName } from "@pawl/agent/profiles"

export interface Behaviour {
  readonly textWithoutCall: string
  readonly callsInOneAnswer: string
  readonly iterations: number
  readonly atTheLimit: string
  /** Characters of a tool's result that a model is shown; null: all. */
  readonly resultChars: number | null
  readonly modelRetries: string
  readonly emptyAnswers: string
  readonly toolBreaker: string
}

export const BEHAVIOUR: Readonly<Record<ProfileName, Behaviour>> = {
  default: {
    textWithoutCall:
      "final; asked again once when it is empty, ends with a call written as text, or leaves a begun task in progress",
    callsInOneAnswer: "at the same time; those that write to one path in order",
    iterations: 50,
    atTheLimit: "a summary without tools that says what is not done, and the turn has failed",
    resultChars: 40_000,
    modelRetries: "4 attempts with growing waits and jitter, Retry-After honoured, then the next model",
    emptyAnswers: "asked again once; the second in a turn forces a summary",
    toolBreaker: "after 3 failures in the turn a tool leaves the request",
  },
  "chat-service": {
    textWithoutCall: "final",
    callsInOneAnswer: "in order",
    iterations: 20,
    atTheLimit: 'failed: "Max tool iterations reached"',
    resultChars: null,
    modelRetries: "3 attempts, after 3 s and 6 s, then the next model",
    emptyAnswers: "accepted as they are",
    toolBreaker: "none",
  },
  "local-desktop": {
    textWithoutCall:
      "as in default; where it may have stopped short, a judge model is asked, and the model asked again if that finds it unfinished",
    callsInOneAnswer: "in order; an exact repeat is refused",
    iterations: 30,
    atTheLimit: "a summary without tools that says what is not done, and the turn has failed",
    resultChars: 6000,
    modelRetries: "a server error once more, then the next model; everything else goes to the next model at once",
    emptyAnswers: "asked again once; the second in a row forces a summary without tools",
    toolBreaker: "after 3 failures in the turn a tool leaves the request",
  },
  "xml-tools": {
    textWithoutCall: "taken back, with a reminder that every answer calls a tool",
    callsInOneAnswer: "the first one; the model is told that the others did not run",
    iterations: 25,
    atTheLimit: "failed, with an error event",
    resultChars: null,
    modelRetries: "none; the next model, if there is one",
    emptyAnswers: "the same reminder",
    toolBreaker: "the same error 5 times in a row ends the turn",
  },
  "structured-react": {
    textWithoutCall: "final: a typed FinalResponse",
    callsInOneAnswer: "one",
    iterations: 5,
    atTheLimit: "friendly text instead of an answer, and the turn has failed; retries count as iterations",
    resultChars: null,
    modelRetries: "after 1, 2 and 4 s when the provider limits the rate; 2 self-corrections of an answer",
    emptyAnswers: "self-correction, twice",
    toolBreaker: "after 3 failures in the session a tool leaves the request and the model answers with what it has",
  },
  terminal: {
    textWithoutCall: "final",
    callsInOneAnswer: "at the same time, results in the order of the request",
    iterations: 15,
    atTheLimit: "a message that says how to go on, and the turn has failed",
    resultChars: 40_000,
    modelRetries: "5 attempts with growing waits and jitter, then the next model",
    emptyAnswers: "asked again once; then the turn fails",
    toolBreaker: "none",
  },
}
