// `pawl resume`: continues an interrupted turn where its log ends, and prints it from its beginning.
import type { Event, Fact, Session } from "@pawl/agent"
import { openAgent, SERVER_GONE_MS } from "../agent/agent.ts"
import { chainOf } from "../agent/models.ts"
import { loadSettings } from "../config/settings.ts"
import { EXIT } from "../exit-codes.ts"
import { Failure, report, warn, wrongUsage } from "../failure.ts"
import type { Request } from "../line/parse.ts"
import { closing, openLog } from "../log-file.ts"
import { attend } from "../run/attendant.ts"
import { attendantFor } from "../run/attendant-for.ts"
import { explainMissing } from "../run/choose-session.ts"
import { keptProfileNote } from "../run/kept-profile.ts"
import { readLastSession, rememberLastSession } from "../run/last-session.ts"
import { mustBeHere } from "../run/other-folder.ts"
import { type OutputFormat, outputFor } from "../run/output.ts"
import { waitsForPerson } from "../run/send-when-free.ts"
import { listenToSignals } from "../run/signals.ts"
import { followTurn } from "../run/turn.ts"
import { err } from "../terminal/screen.ts"

export async function resume({ words, flags }: Request): Promise<number> {
  const settings = await loadSettings(flags)
  const name = words[0] ?? readLastSession(settings)
  if (name === undefined)
    throw wrongUsage('Which session? This folder has none yet. Name one; "pawl sessions list" shows them.')
  const stopped = new AbortController()
  const who = await attendantFor(settings, () => stopped.abort("input ended"))
  const log = await openLog(settings.folders, { command: "resume" })
  const opened = await openAgent(
    settings,
    { approve: who.approve, log, warn, giveUpMs: SERVER_GONE_MS, runsOwned: true },
    name,
  ).catch(closing(log))
  let session: Session | undefined
  const signals = listenToSignals({
    cancel: () => session?.cancel().catch(() => stopped.abort()),
    stop: () => stopped.abort(),
  })
  stopped.signal.addEventListener("abort", () => void opened.close())
  try {
    const row = await opened.agent.sessions.find(name).catch(explainMissing)
    const retries = flags.has("retry") && row.status === "failed"
    if (!retries && row.dueAt === null && (row.status === "idle" || row.status === "failed")) {
      const hint = row.status === "failed" ? ` Try it again with "pawl resume ${row.id} --retry", or send` : " Send"
      err.line(
        `Session ${row.id} has nothing to finish: its last turn has ended.${hint} another message with "pawl -r ${row.id}".`,
      )
      return EXIT.done
    }
    mustBeHere(row, settings)
    const isAlone = settings.approve === "ask" && who.approve === "deny"
    const isExpired = row.dueAt !== null && row.dueAt <= Date.now()
    if (isAlone && !isExpired && row.openRequests.length > 0) throw waitsForPerson(row)
    const note = keptProfileNote(row, opened, settings)
    if (note !== undefined) warn(note)
    session = await opened.agent.open({ id: row.id })
    rememberLastSession(settings, row.id)
    const format = (flags.get("output-format") ?? "text") as OutputFormat // The parser let no other through.
    const how = { session: row.id, whole: false, thinking: settings.thinking, chain: chainOf(settings) }
    const output = outputFor(format, how)
    const listeners = [
      (event: Event) => output.show(event),
      attend(session, who.attendant, { since: row.seq, open: row.openRequests, onTrouble: report }),
    ]
    const after = startOf(await session.facts())
    const events = retries ? await session.retry() : session.events({ after })
    const turn = await followTurn(events, session, listeners)
    if (turn === undefined) throw new Failure(EXIT.cancelled, "Stopped.")
    output.end(turn.result)
    return turn.failure === undefined ? turn.exit : report(turn.failure)
  } catch (error) {
    if (!stopped.signal.aborted) throw error
    throw new Failure(
      signals.exit() ?? EXIT.cancelled,
      `Stopped. The turn is stored; finish it with "pawl resume ${name}".`,
    )
  } finally {
    signals.done()
    await opened.close()
    log.close()
  }
}

/** The number of the fact before the running turn, or of the last fact if no turn is running. */
export function startOf(facts: readonly Fact[]): number {
  const last = facts.findLast(({ type }) => type === "turn-started" || type === "turn-finished")
  return last?.type === "turn-started" ? last.seq - 1 : (facts.at(-1)?.seq ?? 0)
}
