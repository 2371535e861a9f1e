// Wraps a plugin's tool as a Pawl tool: the toolbox runs it like all others, and it gets the plugin's context.
import { PartialResult, type Tool, type ToolContext, ToolFailure, type ToolOutput } from "../tools/tool.ts"
import type { PluginTool, ToolRun } from "./plugin.ts"

export interface Wrapping {
  readonly name: string
  readonly plugin: string
  /** Called when the tool runs, so that it gets the current settings. */
  readonly contextOf: (run: ToolContext) => ToolRun
}

export function toTool(theirs: PluginTool, { name, plugin, contextOf }: Wrapping): Tool {
  // A plugin must not declare `contents`, which would exempt arguments from the search for file names.
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
    verify: async (key, input, run) => (await theirs.verify?.(key, input, contextOf(run as ToolContext))) ?? "unknown",
  }
}

/** A package may bring its own copy of this library, whose classes are recognised by name. */
function ownOutput(output: ToolOutput): ToolOutput {
  if (output instanceof PartialResult || !isNamed(output, "PartialResult")) return output
  const { output: done, missing } = output as unknown as PartialResult // An instance of the other copy's class.
  return new PartialResult(done, String(missing))
}

export function ownFailure(error: unknown): unknown {
  if (error instanceof ToolFailure || !(error instanceof Error) || error.name !== "ToolFailure") return error
  const { code, outcome, isOutput } = error as Partial<ToolFailure>
  // An effect that may have taken place must not become one that failed: the model would make the call again.
  const kept = outcome === "timeout" || outcome === "unknown" ? outcome : "error"
  return new ToolFailure(String(code ?? "tool-failed"), error.message, kept, { isOutput: isOutput === true })
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === "object" && value !== null && value.constructor?.name === name
}
