// Ends a run with the line "N passed, N failed", which is easy to find in any log.
import type { Reporter, TestModule } from "vitest/node"

export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state))
    const count = (state: string) => states.filter((each) => each === state).length
    const skipped = count("skipped") > 0 ? `, ${count("skipped")} skipped` : ""
    console.log(`${count("passed")} passed, ${count("failed")} failed${skipped}`)
  }
}
