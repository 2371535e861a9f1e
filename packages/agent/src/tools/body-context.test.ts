// What a body gets is an ordinary object, although its signal is made late.
import { getEventListeners } from "node:events"
import { expect, it } from "vitest"
import { hasFastProperties } from "../base/__fixtures__/fast-properties.ts"
import type { RunOptions } from "../contracts/toolbox.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { Body } from "./body.ts"
import { bodyContext } from "./body-context.ts"
import { guardFor } from "./guard.ts"
import { tool } from "./tool.ts"

function aContext(outer = new AbortController()) {
  const how: RunOptions = {
    signal: outer.signal,
    effectKey: "s1:c1",
    call: "c1",
    session: "s1",
    trace: "t1",
    onOutput: () => {},
    readResult: async () => undefined,
  }
  const look = tool({ name: "look", description: "", input: {}, effect: "read", run: () => "" })
  return bodyContext(new Body(look, how, { clock: new FakeClock(), guard: guardFor(undefined) }), 10)
}

it("makes the signal when the tool looks at it, and no sooner", () => {
  const outer = new AbortController()
  const context = aContext(outer)
  expect(getEventListeners(outer.signal, "abort")).toHaveLength(0)
  const { signal } = context
  outer.abort("cancelled")
  expect([signal.reason, context.signal]).toEqual(["cancelled", signal])
})

it.each<[string, (context: ReturnType<typeof aContext>) => { readonly signal: AbortSignal }]>([
  ["spread", (context) => ({ ...context })],
  ["inherited from", (context) => Object.create(context)],
  ["behind a proxy", (context) => new Proxy(context, {})],
])("has the same signal when it is %s", (_, wrapped) => {
  const context = aContext()
  expect(wrapped(context).signal).toBe(context.signal)
})

it("leaves out what a toolbox by itself does not have", () => {
  for (const field of ["owner", "own", "ask", "askModel", "askApproval", "beforeChange"])
    expect(field in aContext()).toBe(false)
})

it("is no dictionary, however many there are", () => {
  const all = Array.from({ length: 20 }, () => aContext())
  expect(all.every(hasFastProperties)).toBe(true)
})
