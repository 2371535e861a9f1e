// Random schedules of turns, stops, wakes, take-overs, edits by hand and undo: no byte that a person wrote is lost
// unrecorded. What a call replaces is in a checkpoint of the log, or still in the file.
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent, memory, type Session, type Store } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import fc from "fast-check"
import { expect, it } from "vitest"

type Act =
  | { readonly kind: "turn" | "edit" | "undo" }
  /** A process is stopped between intent and effect, other processes and the person act, then it wakes. */
  | { readonly kind: "stop"; readonly edits: boolean; readonly takeOver: boolean }

const acts = fc.array(
  fc.oneof(
    fc.constantFrom<Act>({ kind: "turn" }, { kind: "edit" }, { kind: "undo" }),
    fc.record({ kind: fc.constant("stop" as const), edits: fc.boolean(), takeOver: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 7 },
)

/** The store of a process that can be stopped: appends and heartbeats block right after an intent is durable. */
function stoppable(store: Store) {
  let stopsNext = false
  let asleep = Promise.withResolvers<void>()
  let awake = Promise.withResolvers<void>()
  let isStopped = false
  const blockWhileStopped = async () => {
    if (isStopped) await awake.promise
  }
  const seen: Store = {
    ...store,
    log: {
      ...store.log,
      async append(append) {
        await blockWhileStopped()
        const result = await store.log.append(append)
        if (stopsNext && append.facts.some(({ type }) => type === "tool-started")) {
          stopsNext = false
          isStopped = true
          asleep.resolve()
          await awake.promise
        }
        return result
      },
    },
    leases: { ...store.leases, beat: async (runner) => blockWhileStopped().then(() => store.leases.beat(runner)) },
  }
  return {
    seen,
    stop() {
      asleep = Promise.withResolvers<void>()
      awake = Promise.withResolvers<void>()
      stopsNext = true
      return asleep.promise
    },
    wake() {
      isStopped = false
      awake.resolve()
    },
  }
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

async function play(schedule: readonly Act[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-schedule-"))
  const file = join(folder, "a.txt")
  const written = new Set<string>()
  let count = 0
  const edit = () => {
    const text = `a person's words ${++count}`
    written.add(text)
    writeFileSync(file, text)
  }
  const store = memory()
  const { seen, stop, wake } = stoppable(store)
  const model = scripted(({ results, said }) =>
    results.length === 0 ? { calls: [call("write_file", { path: "a.txt", content: said })] } : "Done.",
  )
  const leases = { beatMs: 5, lapseMs: 40, sweepMs: 5 }
  const agentOn = (on: Store) =>
    createAgent({ model, workspace: folder, store: on, approve: "auto", leases, onError: () => {} })
  const first = await agentOn(seen)
  const session = await first.open({ id: "s" })
  const say = (on: Session) => on.ask(`a model's words ${++count}`).catch(() => undefined)
  /** Asserts that the person's text is still in the file, or that the log records its replacement. */
  const check = async () => {
    const now = readFileSync(file, "utf8")
    const kept = (await session.facts()).flatMap((fact) =>
      fact.type === "checkpoint-made" ? Object.values(fact.files) : [],
    )
    for (const text of written) if (text !== now && !overwritten.has(text)) expect(kept).toContain(hashOf(text))
  }
  /** Texts that the person replaced on purpose. */
  const overwritten = new Set<string>()
  const editByHand = () => {
    const before = readFileSync(file, "utf8")
    if (written.has(before)) overwritten.add(before)
    edit()
  }
  try {
    edit()
    for (const act of schedule) {
      if (act.kind === "turn") await say(session)
      if (act.kind === "edit") editByHand()
      if (act.kind === "undo") await session.undo().catch(() => undefined)
      if (act.kind === "stop") {
        const stopped = stop()
        const turn = say(session)
        await stopped
        if (act.edits) editByHand()
        if (act.takeOver) {
          const second = await agentOn(store)
          const again = await second.open({ id: "s" })
          for await (const event of again.events()) if (event.type === "turn-end") break
          await say(again)
          await second.close()
        }
        wake()
        await turn
      }
      await check()
    }
  } finally {
    wake()
    await first.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

it("no byte that a person wrote is lost without a record in the log", async () => {
  await fc.assert(fc.asyncProperty(acts, play), { numRuns: 25, interruptAfterTimeLimit: 40_000 })
})

it.each<readonly [string, readonly Act[]]>([
  ["an edit while a process is stopped", [{ kind: "stop", edits: true, takeOver: false }]],
  ["an edit, a take-over, and a process that wakes", [{ kind: "stop", edits: true, takeOver: true }]],
  ["a take-over, then undo", [{ kind: "turn" }, { kind: "stop", edits: false, takeOver: true }, { kind: "undo" }]],
])("no byte that a person wrote is lost by %s", async (_name, schedule) => {
  await play(schedule)
})
