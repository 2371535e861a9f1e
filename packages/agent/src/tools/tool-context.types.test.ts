// Who may need which context of the application. The compiler checks it (`npm run types`).
import { expect, expectTypeOf, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { ContextProvider } from "../context/providers/provider.ts"
import type { FinishCheck } from "../contracts/finish-check.ts"
import { scripted } from "../model/scripted.ts"
import { type Tool, type ToolContext, tool, toolFor } from "./tool.ts"

interface App {
  readonly user: string
}

const model = scripted(() => "Done.")
const about = { description: "Looks.", input: { type: "object" }, effect: "read" } as const
const contextOf = async (): Promise<App> => ({ user: "ada" })

const plain = tool({ ...about, name: "plain", run: () => 1 })
const needs = toolFor<App>()({
  ...about,
  name: "needs",
  approval: (_, { context, owner }) => context.user !== owner,
  run: (_, { context }) => {
    expectTypeOf(context).toEqualTypeOf<App>()
    return context.user
  },
})
const mayDoWithout = toolFor<App | undefined>()({ ...about, name: "may", run: (_, { context }) => context?.user })

it("a tool says what it needs with toolFor, or by the type of its second parameter", () => {
  const annotated = tool({ ...about, name: "other", run: (_, { context }: ToolContext<App>) => context.user })
  expectTypeOf(annotated).toExtend<Tool<typeof about.input, string, App>>()
  expectTypeOf(needs.run).parameter(1).toEqualTypeOf<ToolContext<App>>()
  expectTypeOf(plain.run).parameter(1).toEqualTypeOf<ToolContext>()
  // @ts-expect-error: there is no such field.
  toolFor<App>()({ ...about, name: "wrong", run: (_, { context }) => context.tenant })
})

it("an agent takes tools that need its context or none, and infers the context from them", async () => {
  const agent = await createAgent({ model, tools: [plain, needs, mayDoWithout], contextOf })
  const session = await agent.open({ context: { user: "ada" } })
  expectTypeOf(session.send).parameter(1).exclude<undefined>().toHaveProperty("context")
  // @ts-expect-error: a session of this agent has another context.
  agent.open({ context: { user: 1 } }).catch(() => {})
  // @ts-expect-error: so has a turn.
  await session.ask("Go.", { context: { tenant: "a" } })
  expect((await session.ask("Go.", { context: { user: "bob" } })).outcome).toBe("completed")
  await agent.close()
})

it("an agent of another context, or of none, takes neither tool, provider nor check", async () => {
  const provider: ContextProvider<App> = { name: "user", fetch: async ({ context }) => context.user }
  const check: FinishCheck<App> = { name: "named", check: ({ context }) => void context.user }
  interface Other {
    readonly tenant: string
  }
  const other = async (): Promise<Other> => ({ tenant: "a" })
  const never = () => [
    // @ts-expect-error: the tool needs App.
    createAgent<Other>({ model, tools: [needs], contextOf: other }),
    // @ts-expect-error: the provider needs App.
    createAgent<Other>({ model, contextProviders: [provider], contextOf: other }),
    // @ts-expect-error: the check needs App.
    createAgent<Other>({ model, finish: [check], contextOf: other }),
    // @ts-expect-error: an agent that says nothing of a context cannot supply one.
    createAgent<unknown>({ model, tools: [needs] }),
    // @ts-expect-error: the tool relies on a context, and this agent may have none.
    createAgent<App | undefined>({ model, tools: [needs] }),
    // @ts-expect-error: only contextOf supplies the context after a crash.
    createAgent<App>({ model, tools: [needs] }),
  ]
  expect(never).toBeTypeOf("function")
  const agent = await createAgent<App>({
    model,
    tools: [needs],
    contextProviders: [provider],
    finish: [check],
    contextOf,
  })
  await agent.close()
  const without = await createAgent<App | undefined>({ model, tools: [plain, mayDoWithout] })
  await without.close()
})

it("an agent that says nothing of a context takes any, and its tools get it as unknown", async () => {
  const agent = await createAgent({ model, tools: [plain] })
  await agent.open({ context: 7 })
  expectTypeOf<ToolContext["context"]>().toEqualTypeOf<unknown>()
  await agent.close()
})
