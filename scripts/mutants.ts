// `npm run mutants [-- NAME [SUITE]]`: breaks the core in a copy of the tree, one way at a time, and shows which tests fail.
import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

interface Mutant {
  readonly name: string
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[]
}

const src = "packages/agent/src"

const MUTANTS: readonly Mutant[] = [
  {
    name: "drop tool-started",
    edits: [
      {
        file: `${src}/kernel/performers/run-tool.ts`,
        from: "  yield { ...kept, fact: { ...intent, ...more } }\n",
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
        from: "const appended = await store.log.append(append)",
        to: "publish(session, facts)\n    const appended = await store.log.append(append)",
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
    ],
  },
  {
    name: "fold forgets a pending call",
    edits: [
      {
        file: `${src}/kernel/facts/model-answered.ts`,
        from: "calls: calls.map(begun),",
        to: "calls: calls.slice(1).map(begun),",
      },
    ],
  },
  {
    name: "a cancel also stops the next turn",
    edits: [
      {
        file: `${src}/kernel/run.ts`,
        from: 'for (const running of batch.cancelled) running.controller.abort("cancelled" satisfies StopReason)',
        to: 'if (batch.cancelled.length > 0) this.#running.abortAll("cancelled")',
      },
    ],
  },
  {
    name: "no terminal fact on abort",
    edits: [
      {
        file: `${src}/kernel/performers/run-body.ts`,
        from: "  isOver = true\n",
        to: "  isOver = true\n  if (signal.aborted) return undefined\n",
      },
      // Without this change the loop repairs itself: the rule asks again, and the performer records the outcome as unknown.
      {
        file: `${src}/kernel/performers/run-tool.ts`,
        from: "  const ready = await readyCall(",
        to: "  if (turn.cancelled) return\n  const ready = await readyCall(",
      },
    ],
  },
]

const [name = "", suiteName = ""] = process.argv.slice(2)
const SUITES = ["test/kill/", "test/kill-cli/", "test/host/two-processes.test.ts", "test/schedules/"].filter((suite) =>
  suite.includes(suiteName),
)
const CHOSEN = MUTANTS.filter((mutant) => mutant.name.includes(name))
const root = resolve(import.meta.dirname, "..")
let survived = 0
for (const mutant of CHOSEN) {
  const killers = SUITES.filter((suite) => !passes(mutant, suite))
  if (killers.length === 0) survived++
  console.log(`${mutant.name}: ${killers.length === 0 ? "SURVIVED" : `caught by ${killers.join(", ")}`}`)
}
console.log(`${CHOSEN.length - survived} caught, ${survived} survived`)
process.exitCode = survived === 0 ? 0 : 1

function passes(mutant: Mutant, suite: string): boolean {
  const copy = mkdtempSync(join(tmpdir(), "pawl-mutant-"))
  try {
    for (const part of ["packages", "test", "scripts", "package.json", "vitest.config.ts", "tsconfig.base.json"]) {
      cpSync(join(root, part), join(copy, part), { recursive: true })
    }
    linkModules(copy)
    for (const { file, from, to } of mutant.edits) {
      const source = readFileSync(join(copy, file), "utf8")
      if (!source.includes(from)) throw new Error(`"${mutant.name}" no longer fits ${file}: update the mutant.`)
      writeFileSync(join(copy, file), source.replace(from, to))
    }
    const vitest = join(root, "node_modules/.bin/vitest")
    const run = spawnSync(vitest, ["run", "--bail=1", "--reporter=default", suite], {
      cwd: copy,
      encoding: "utf8",
      timeout: 300_000,
    })
    return run.status === 0
  } finally {
    rmSync(copy, { recursive: true })
  }
}

/** Links everything of this checkout except Pawl's packages: the mutant must import itself, not the original. */
function linkModules(copy: string): void {
  mkdirSync(join(copy, "node_modules/@pawl"), { recursive: true })
  for (const name of readdirSync(join(root, "node_modules")).filter((each) => each !== "@pawl" && each !== "pawl")) {
    symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name))
  }
  symlinkSync(join(copy, "packages/agent"), join(copy, "node_modules/@pawl/agent"))
  symlinkSync(join(copy, "packages/cli"), join(copy, "node_modules/pawl"))
}
