// A page of a transcript, without reading the rest of the log: the last turns are found from its end, earlier ones by halves.
import type { Fact } from "../../contracts/fact.ts"
import type { Log } from "../../contracts/store.ts"
import { firstStart, isStart, nextStart, type Read, readerOf } from "../../session/turn-start.ts"
import { isRewind } from "./taken-back.ts"
import type { TranscriptOptions, TranscriptPage } from "./transcript.ts"
import { transcriptOf } from "./transcript-of.ts"

/** Facts that are read at once: a few turns of the usual length. */
const WINDOW = 200

export async function transcriptPage(
  log: Log,
  session: string,
  { last = Number.POSITIVE_INFINITY, before = Number.POSITIVE_INFINITY }: TranscriptOptions = {},
): Promise<TranscriptPage> {
  const read = readerOf(log, session)
  const head = await log.head(session)
  const end = before === Number.POSITIVE_INFINITY ? head : await endBefore(read, before, head)
  const facts = await lastTurns(read, end, { last, before })
  const later = end === head ? [] : await log.read(session, end, undefined, ["conversation-rewound"])
  const turns = transcriptOf(
    facts,
    later.filter(isRewind).filter(({ seq }) => seq <= head),
  )
  const shown = turns.filter(({ turn }) => turn < before).slice(-Math.min(last, turns.length))
  return { turns: shown, position: `${head}`, earlier: (shown[0]?.turn ?? 1) > 1 }
}

/** Facts with the last turns before a turn in them, read backwards. */
async function lastTurns(
  read: Read,
  end: number,
  { last, before }: { readonly last: number; readonly before: number },
): Promise<readonly Fact[]> {
  const windows: (readonly Fact[])[] = []
  let [to, found] = [end, 0]
  while (to > 0 && found < last) {
    const from = last === Number.POSITIVE_INFINITY ? 0 : Math.max(0, to - WINDOW)
    const window = await read({ from, to })
    windows.unshift(window)
    found += window.filter((fact) => isStart(fact) && fact.turn < before).length
    to = from
  }
  return windows.flat()
}

/**
 * The last `seq` that says something about turns before this one. A turn that takes up the calls of the one before belongs to it.
 */
async function endBefore(read: Read, before: number, head: number): Promise<number> {
  let start = await firstStart(read, before, head)
  while (start?.takesUp !== undefined && start.takesUp.length > 0)
    start = await nextStart(read, { from: start.seq, to: head })
  return start === undefined ? head : start.seq - 1
}
