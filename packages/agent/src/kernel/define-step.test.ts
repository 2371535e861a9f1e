// A performer gets only the ports that its definition names: at compile time and at run time.
import { describe, expect, it, onTestFinished, vi } from "vitest"
import { type AnyStep, defineStep, isSameThroughout, pick } from "./define-step.ts"
import type { PerformContext } from "./performer.ts"

describe("the ports of a performer", () => {
  it("are only those that its definition names", async () => {
    const step = defineStep<AnyStep>()({
      kind: "look",
      needs: ["session", "answerWithinMs"],
      async *perform({ key }, ports) {
        // @ts-expect-error The port is not named.
        const { models } = ports
        yield { fact: { type: "plan-failed", why: `${key} ${Object.keys(ports)} ${ports.session} ${models}` } }
      },
    })
    const context = { session: "s1", models: [] } as unknown as PerformContext
    const performed = step.perform({ kind: "look", key: "look:1" }, pick(context, step.needs))
    const { value } = await performed.next()
    expect(value).toEqual({ fact: { type: "plan-failed", why: "look:1 session s1 undefined" } })
  })
})

describe("two steps with one key", () => {
  const step = { kind: "finish", key: "finish:1", text: "done", error: { code: "a", message: "b" } }

  it.each([
    [{ ...step, error: { ...step.error } }, true],
    [{ ...step, output: undefined }, true],
    [{ ...step, text: "done otherwise" }, false],
    [{ ...step, error: { code: "a", message: "c" } }, false],
    [{ ...step, error: undefined }, false],
    [{ ...step, output: null }, false],
  ])("isSameThroughout for %o: %s", (other, isSame) => {
    expect(isSameThroughout(step, other)).toBe(isSame)
    expect(isSameThroughout(other, step)).toBe(isSame)
  })

  it("isSameThroughout writes no text to compare it", () => {
    const written = vi.spyOn(JSON, "stringify")
    onTestFinished(() => written.mockRestore())
    expect(isSameThroughout(step, { ...step })).toBe(true)
    expect(written).not.toHaveBeenCalled()
  })
})
