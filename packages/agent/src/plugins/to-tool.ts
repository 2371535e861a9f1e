// A plugin's tool as one of ours: it takes the one path that all tools take, with the plugin's context in its hands.
import { PartialResult, type Tool, type ToolContext, ToolFailure, type ToolOutput } from "../tools/tool.ts"
import type { PluginTool, ToolRun } from "./plugin.ts"

export interface Wrapping {
  readonly name: string
  readonly plugin: string
  /** As things stand when it runs. */
  readonly contextOf: (run: ToolContext) => ToolRun
}

export function toTool(theirs: PluginTool, { name, plugin, contextOf }: Wrapping): Tool {
  // Which of its arguments name no files is not for a plugin to say.
  const {
    needs: _needs,
    available: _available,
    verify: _verify,
    contents: _contents,
    ...rest
  } = theirs as PluginTool & Pick<Tool, "contents">
  const ours: Tool = {
    ...rest,
    name,
    origin: { server: plugin, tool: theirs.name },
    run: async (input, run) => {
      try {
        return ownOutput(await theirs.run(input, contextOf(run)))
      } catch (error) {
        throw ownFailure(error)
      }
    },
  }
  if (theirs.verify === undefined) return ours
  return {
    ...ours,
    verify: async (key, input, run) => (await theirs.verify?.(key, input, contextOf(run))) ?? "unknown",
  }
}

/** A package may bring a copy of this library, with classes of its own: they are known by their names. */
function ownOutput(output: ToolOutput): ToolOutput {
  if (output instanceof PartialResult || !isNamed(output, "PartialResult")) return output
  const { output: done, missing } = output as unknown as PartialResult // Its other copy.
  return new PartialResult(done, String(missing))
}

function ownFailure(error: unknown): unknown {
  if (error instanceof ToolFailure || !(error instanceof Error) || error.name !== "ToolFailure") return error
  const { code, outcome } = error as Partial<ToolFailure>
  return new ToolFailure(String(code ?? "tool-failed"), error.message, outcome === "timeout" ? outcome : "error")
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && value.constructor?.name === name
}
