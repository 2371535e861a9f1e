import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineConfig } from "vitest/config"

// Hundreds of threads and processes are started from sources: each is compiled once.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), "pawl-compile-cache")

// "@pawl/source" makes workspace imports resolve to TypeScript sources: nothing is built before a test. The others are Node's
// own: "module" is not among them, and leads to code that Node cannot load.
const conditions = ["@pawl/source", "node", "import", "default"]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "examples/**/*.test.ts", "test/**/*.test.ts"],
    execArgv: ["--conditions=@pawl/source"],
    reporters: ["default", "./scripts/count-reporter.ts"],
    // Long, for machines that are busy with other things: a test that hangs is rare, one that waits is not.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test changes a module, so files share them: loading them anew for each file took a third of the suite's time.
    isolate: false,
    // Most of the time goes to waiting for other processes.
    maxWorkers: 2,
  },
})
