// Writes log records to the log file, one line of JSON each, with the turn's trace. With --debug it also writes every fact
// and errors with their stacks, and prints lines for the user.
import type { Observer } from "@pawl/agent"
import { type LogRecord, type Recorder, recorder } from "@pawl/agent/observe"
import type { LogFile } from "../log-file.ts"
import { redactor } from "../redact.ts"
import { world } from "../world.ts"
import { recordText } from "./record-text.ts"

export interface LogHow {
  readonly log: LogFile
  /** Prints a line for the user; set with --debug. */
  readonly tell?: ((line: string) => void) | undefined
}

export function logObserver({ log, tell }: LogHow): Observer {
  const sessions = new Map<string, Recorder>()
  const clean = redactor(world().env)

  function write(session: string, { kind, ...fields }: LogRecord): void {
    log[kind === "error" ? "error" : "info"]({ session, ...fields }, kind)
  }

  return {
    runner({ kind, ...fields }) {
      log.error(fields, kind)
      tell?.(`${timeOf(fields.at)} this process was blocked for ${fields.ms} ms; it runs ${fields.sessions.join(", ")}`)
    },
    // It may quote arguments and results of tools, so it is written with --debug only.
    failure({ kind, ...fields }) {
      if (tell !== undefined) log.error(fields, kind)
    },
    hear(session, facts, before) {
      const known = before.length > 0 ? undefined : sessions.get(session)
      const record = known ?? recorder()
      for (const fact of before) record(fact)
      for (const fact of facts) {
        const records = record(fact)
        if (tell !== undefined) log.info({ session, seq: fact.seq, fact: fact.type }, "fact")
        for (const each of records) {
          write(session, each)
          tell?.(clean(`${timeOf(each.at)} ${each.trace ?? session} ${recordText(each)}`))
        }
      }
      // The next turn may begin in the same write that ends this one.
      const last = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
      if (last?.type === "turn-finished") sessions.delete(session)
      else sessions.set(session, record)
    },
  }
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}
