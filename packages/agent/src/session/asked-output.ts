// The typed answer that a caller asked for: its schema is registered with the process while the turn may run, and the
// result without it is an error.
import { isDeepStrictEqual } from "node:util"
import { PawlError } from "../contracts/error.ts"
import type { Fact } from "../contracts/fact.ts"
import type { TurnOutput } from "../contracts/turn-output.ts"
import { type CompiledOutput, compileOutput, type OutputSchema } from "../features/output/compile-output.ts"
import type { HandlePorts, TurnResult, TypedResult } from "./handle-types.ts"

export interface AskedOutput extends CompiledOutput {
  /** The caller has the result, and the turn needs the check no more. */
  readonly release: () => void
}

export function askedOutput(
  schema: OutputSchema,
  { session, command }: { readonly session: string; readonly command: string },
  { outputs }: Pick<HandlePorts, "outputs">,
): AskedOutput {
  const compiled = compileOutput(schema)
  const release = compiled.output.refined ? outputs?.keep(session, command, compiled.check) : undefined
  return { ...compiled, release: release ?? (() => {}) }
}

/** Why the answer of a finished turn does not pass the schema that it was asked for with. */
export async function whyRefused(
  facts: Promise<readonly Fact[]>,
  { command, output }: { readonly command: string; readonly output: TurnOutput },
): Promise<string> {
  const started = (await facts).find((fact) => fact.type === "turn-started" && fact.command === command)
  const before = started?.type === "turn-started" ? started.output?.schema : undefined
  return before === undefined || isDeepStrictEqual(before, output.schema)
    ? "Another process ran the turn, without that check."
    : `The id ${JSON.stringify(command)} was sent before, with another schema, and a turn is carried out once: send it with the first schema, or with another id.`
}

/** Throws where the turn ended without the typed answer. The error's `cause` is the result. */
export function withOutput<Output>(result: TurnResult<Output>): TypedResult<Output> {
  const { outcome, error } = result
  if (outcome === "completed" && "output" in result) return result as TypedResult<Output>
  const why = error?.message ?? (outcome === "completed" ? JOINED : `It is ${outcome}.`)
  throw new PawlError("output-missing", `There is no typed answer. ${why}`, { cause: result })
}

const JOINED =
  "The input joined a turn that was not asked for one, its id was sent before without a schema, or a tool ended the turn. Send it as a turn of its own."
