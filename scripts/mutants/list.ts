// Ways to break the core, each of which some test must notice. An edit replaces the one place where its words stand.

export interface Mutant {
  readonly name: string
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const src = "packages/agent/src"

export const MUTANTS: readonly Mutant[] = [
  {
    name: "drop tool-started",
    edits: [
      {
        file: `${src}/kernel/performers/run-tool.ts`,
        from: "  yield verdict.pass === NOTHING ? { fact: intent } : withPass(intent, verdict.pass)\n",
        to: "",
      },
    ],
  },
  {
    name: "run an interrupted call again, whatever it does",
    edits: [
      {
        file: `${src}/kernel/performers/settled-before.ts`,
        from: 'if (turn.cancelled || effect === "once")',
        to: "if (turn.cancelled)",
      },
    ],
  },
  {
    name: "commit after telling",
    edits: [
      {
        file: `${src}/session/log-writer.ts`,
        from: "const appended = await store.log.append({",
        to: "publish(session, facts)\n    const appended = await store.log.append({",
      },
    ],
  },
  {
    name: "no fencing",
    edits: [
      {
        file: `${src}/session/log-writer.ts`,
        from: "if ((await store.leases.epoch(this.#session)) !== this.#lease.epoch)",
        to: "if (this.#lease.epoch < 0)",
      },
      {
        file: `${src}/store/sqlite/append-ops.ts`,
        from: 'if (row.epoch !== op.epoch) return { ok: false, reason: "fenced" }',
        to: "",
      },
      { file: `${src}/store/sqlite/append-ops.ts`, from: "and epoch = ? and seq = ?", to: "and ? >= 0 and seq = ?" },
    ],
  },
  {
    name: "fold forgets a pending call",
    edits: [
      {
        file: `${src}/kernel/facts/model-answered.ts`,
        from: "nudged: false, problems, written },\n      calls: calls.map(begun),",
        to: "nudged: false, problems, written },\n      calls: calls.slice(1).map(begun),",
      },
    ],
  },
  {
    name: "a cancel also stops the next turn",
    edits: [
      {
        file: `${src}/kernel/run.ts`,
        from: 'for (const running of cancelled) running.controller.abort("cancelled" satisfies StopReason)',
        to: 'if (cancelled.length > 0) this.#running.abortAll("cancelled")',
      },
    ],
  },
  {
    name: "no terminal fact on abort",
    edits: [
      {
        file: `${src}/kernel/performers/run-body.ts`,
        from: "  options.isOver = true\n",
        to: "  options.isOver = true\n  if (options.signal.aborted) return undefined\n",
      },
      // Without this change the loop repairs itself: the rule asks again, and the performer records the outcome as unknown.
      {
        file: `${src}/kernel/performers/run-tool.ts`,
        from: "  const recovering =\n",
        to: "  if (turn.cancelled) return\n  const recovering =\n",
      },
    ],
  },
]
