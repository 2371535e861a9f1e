import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// The tests start hundreds of threads and processes from sources: cache the compiled code.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "pawl-compile-cache")

// "@pawl/source" makes workspace imports resolve to TypeScript sources: nothing is built before a test. The others are Node's
// own: "module" is not among them, and leads to code that Node cannot load. Neither is "import", which would count for the
// require of a package too, and give it a module of another kind.
const conditions = ["@pawl/source", "node", "default"]

/** The longest files first, so that none of them runs alone at the end. */
const LONG = [
  "chaos/chaos",
  "kill/kill",
  "kill-cli",
  "kill/postgres",
  "postgres.test",
  "frozen/frozen",
  "test/pack.test",
  "conformance/conformance",
  "repl.test",
  "sqlite.test",
  "delegate/kill",
  "run/worker.test",
  "demo/demo",
  "attacks/terminal",
  "schedules",
  "mcp/faults",
  "kill/undo",
  "two-processes",
  "attacks/schemas",
  "readme",
  "chaos/workers",
  "chaos/disk-and-clock",
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => LONG.findIndex((name) => moduleId.includes(name)) + 1 || 100
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["packages/postgres/src/__fixtures__/shared-server.ts"],
    setupFiles: ["test/collect-garbage.ts"],
    execArgv: ["--conditions=@pawl/source"],
    sequence: { sequencer: LongestFirst },
    reporters: ["default", "./scripts/count-reporter.ts"],
    // Long, for busy machines: a test that hangs is rare, one that waits is not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // No test changes a module, so test files share modules: loading them for each file took a third of the suite's time.
    isolate: false,
    // Tests wait for other processes a third of the time, so use one worker more than cores.
    maxWorkers: 3,
  },
})
