// For tests of built-in tools: a workspace in a temporary folder, and a secret file outside it that no tool may reach.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import type { ToolContext, ToolOutput } from "../../tools/tool.ts"
import { type BuiltinOptions, builtinTools } from "../builtin-tools.ts"

export interface Bench {
  readonly folder: string
  readonly workspace: string
  readonly outside: string
  /** Runs a tool and lets its errors through. */
  readonly use: (name: string, input: JsonObject, context?: Partial<ToolContext>) => Promise<ToolOutput>
  readonly path: (name: string) => string
  readonly preview: (name: string, input: JsonObject) => Promise<string>
}

export const SECRET = "secret of another folder"

export function bench(options: Partial<BuiltinOptions> = {}): Bench {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pawl-builtin-")))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const workspace = join(folder, "work")
  const outside = join(folder, "outside")
  mkdirSync(workspace)
  mkdirSync(outside)
  writeFileSync(join(outside, "secret.txt"), SECRET)
  const tools = builtinTools({ workspace, ...options })
  const find = (name: string) => {
    const found = tools.find((each) => each.name === name)
    if (found === undefined) throw new Error(`No tool ${name}`)
    return found
  }
  return {
    folder,
    workspace,
    outside,
    path: (name) => join(workspace, name),
    use: async (name, input, context = {}) => find(name).run(input as never, { ...noContext, ...context }),
    preview: async (name, input) => (await find(name).preview?.(input as never, noContext)) ?? "",
  }
}

/** Without the requests that only an agent can serve. */
export const noContext = {
  signal: new AbortController().signal,
  effectKey: "s:c",
  call: "c",
  session: "s",
  trace: "t",
  output: () => {},
  readResult: async () => undefined,
} as unknown as ToolContext
