import { describe, expect, it } from "vitest"
import { registryOf } from "./registry.ts"
import type { Tool, ToolSource } from "./tool.ts"

const aTool = (name: string): Tool => ({ name, description: "", input: {}, effect: "read", run: () => "" })

/** A source that counts how often it is asked. */
function counted(list: readonly Tool[], isFixed: boolean) {
  const source = {
    times: 0,
    list,
    isFixed,
    tools() {
      source.times += 1
      return source.list
    },
  }
  return source satisfies ToolSource
}

describe("the registry of tools", () => {
  it("asks a source for its list each time, unless that never changes", () => {
    const [fixed, changing] = [counted([aTool("a")], true), counted([aTool("b")], false)]
    const registry = registryOf([fixed, changing])
    registry()
    const asked = [fixed.times, changing.times]
    for (let time = 0; time < 5; time++) registry()
    expect([fixed.times, changing.times]).toEqual([asked[0], (asked[1] ?? 0) + 5])
  })

  it("has the tools of fixed sources too when another one changes", () => {
    const changing = counted([aTool("b")], false)
    const registry = registryOf([counted([aTool("a")], true), changing])
    expect([...registry().byName.keys()]).toEqual(["a", "b"])
    changing.list = [aTool("c")]
    expect([...registry().byName.keys()]).toEqual(["a", "c"])
  })
})
