import { defineConfig } from "vitest/config"

// "@pawl/source" makes workspace imports resolve to TypeScript sources: nothing is built before a test.
const conditions = ["@pawl/source", "node", "import", "module", "default"]

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
    // Most of the time goes to waiting for other processes.
    maxWorkers: 2,
  },
})
