// A story as files: what was sent and published while it was
// played, and all that can be read from its database afterwards.
import { createHash } from "node:crypto"
import { copyFileSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { type Agent, createAgent, type Event, profiles, type Session, type Store, sqlite } from "@pawl/agent"
import { auditOf, recordsOf, statsOf } from "@pawl/agent/observe"
import { type RecordedRequest, recordedRequests, recordedRules, replaySession } from "@pawl/agent/replay"
import { listsIn } from "@pawl/agent/sessions"
import { scripted, settle } from "@pawl/agent/testing"
import { asLines } from "./plain-json.ts"
import { shortened } from "./shorten-requests.ts"
import type { Stage } from "./stage.ts"
import { StoryClock } from "./story-clock.ts"

/** Contents by name, relative to the story's folder. */
export type Files = Readonly<Record<string, string>>

/** What only the process that plays the story can know. */
export function playedFiles(stage: Stage): Files {
  return {
    "requests.jsonl": asLines(shortened(stage.requests)),
    "told.jsonl": asLines(stage.told),
    "results.jsonl": asLines(Object.entries(stage.results)),
  }
}

/** What the database holds, read from a copy of it. */
export async function readFiles(database: string, folder: string): Promise<Files> {
  mkdirSync(folder, { recursive: true })
  const copy = join(folder, "pawl.db")
  copyFileSync(database, copy)
  const store = await sqlite(copy)
  const model = scripted(() => "Nobody asks.", { name: "reader" })
  const agent = await createAgent({ store, model, run: "none", clock: new StoryClock() })
  try {
    return await filesFrom(agent, store)
  } finally {
    await agent.close()
    await store.close()
  }
}

async function filesFrom(agent: Agent, store: Store): Promise<Files> {
  const rows = await agent.sessions.list()
  const facts: unknown[] = []
  const events: unknown[] = []
  const states: unknown[] = []
  const requests: Record<string, unknown>[] = []
  for (const { id } of [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const session = await agent.open({ id })
    facts.push(...(await session.facts()).map((fact) => ({ session: id, fact })))
    for (const event of await eventsOf(session)) events.push({ session: id, event })
    for (const [what, value] of Object.entries(await stateOf(session, store))) states.push([id, what, value])
    for await (const request of recordedRequests(await session.facts(), { blobs: store.blobs }))
      requests.push({ session: id, ...withoutText(request) })
  }
  return {
    "facts.jsonl": asLines(facts),
    "events.jsonl": asLines(events),
    "state.jsonl": asLines([["list", rows], ...states]),
    "recorded-requests.jsonl": asLines(shortened(requests)),
  }
}

/** Replaces sections by their hashes: requests.jsonl holds their text. */
function withoutText({ sections, ...rest }: RecordedRequest): object {
  return { ...rest, sections: sections.map(({ text, ...section }) => ({ ...section, chars: text?.length })) }
}

/** All events from the beginning of the log. No process runs the session, so no more will come. */
async function eventsOf(session: Session): Promise<readonly Event[]> {
  const events: Event[] = []
  const stop = new AbortController()
  const reading = (async () => {
    for await (const event of session.events({ signal: stop.signal })) events.push(event)
  })()
  for (let before = -1; before < events.length; ) {
    before = events.length
    await settle(20)
  }
  stop.abort()
  await reading
  return events
}

async function stateOf(session: Session, store: Store): Promise<object> {
  const facts = await session.facts()
  const { profile } = await session.info()
  const make = profiles[profile]
  const report = make === undefined ? undefined : replaySession({ facts, rules: recordedRules(facts, make) })
  return {
    row: await session.info(),
    replay: report,
    messages: await session.messages(),
    changes: await session.changes(),
    checkpoints: await session.checkpoints(),
    tasks: await session.tasks(),
    notes: await session.notes(),
    lists: listsIn(facts),
    audit: auditOf(facts),
    stats: statsOf(facts),
    records: recordsOf(facts),
    context: await session.context(),
    inbox: await store.inbox.read(session.id),
  }
}

/** Hashes each line, so that a difference can be located. */
export function hashed(files: Files): Files {
  const hashOf = (line: string) => (line === "" ? "" : createHash("sha256").update(line).digest("hex").slice(0, 16))
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.split("\n").map(hashOf).join("\n")]),
  )
}
