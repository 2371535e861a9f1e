// Wraps a tool's body: everything it returns, prints or asks is made well-formed Unicode and cleaned of the secrets that
// the agent knows, before it reaches a model, a person or the log.
import { wellFormed, wholeCharacters } from "../base/well-formed.ts"
import type { Preparation, RunOptions, ToolResult, Verdict } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult, cleanValue } from "./clean.ts"

export interface Guard {
  preparation(prepared: Promise<Preparation>): Promise<Preparation>
  /** Runs the body with guarded options, and guards its result. */
  run(how: RunOptions, body: (how: RunOptions) => Promise<ToolResult>): Promise<ToolResult>
  verdict(verdict: Verdict): Verdict
}

export function guardFor(secrets: KnownSecrets | undefined): Guard {
  return inWholeCharacters(secrets === undefined ? UNGUARDED : withoutSecrets(secrets))
}

/** A tool's results and questions become facts and are sent with every later request, so they must be well-formed. */
function inWholeCharacters(guard: Guard): Guard {
  return {
    // It contains the arguments, which are the model's own.
    preparation: async (prepared) => wellFormed(await guard.preparation(prepared), wholeCharacters),
    run: async ({ ask, askModel, askApproval, ...how }, body) => {
      const whole = {
        ...how,
        ...(ask && { ask: (question, more) => ask(wellFormed(question), more) }),
        ...(askApproval && { askApproval: (request, more) => askApproval(wellFormed(request, wholeCharacters), more) }),
        ...(askModel && { askModel: (request, more) => askModel(wellFormed(request), more) }),
      } satisfies RunOptions
      return wellFormed(await guard.run(whole, body))
    },
    verdict: (verdict) => wellFormed(guard.verdict(verdict)),
  }
}

function withoutSecrets(secrets: KnownSecrets): Guard {
  const { clean } = secrets
  return {
    preparation: async (prepared) => cleanPreparation(await prepared, clean),
    async run(how, body) {
      const output = secrets.stream(how.onOutput)
      const { ask, askModel, askApproval } = how
      const result = await body({
        ...how,
        onOutput: output.push,
        ...(ask && { ask: (question, more) => ask(cleaned(question), more) }),
        ...(askApproval && { askApproval: (request, more) => askApproval(cleaned(request), more) }),
        ...(askModel && {
          askModel: ({ system, messages, ...rest }, more) =>
            askModel({ ...rest, system: clean(system), messages: cleaned(messages) }, more),
        }),
      })
      output.end()
      return cleanResult(result, clean)
    },
    verdict: (verdict) =>
      verdict.outcome === "happened" && verdict.result !== undefined
        ? { ...verdict, result: cleanResult(verdict.result, clean) }
        : verdict,
  }

  /** The shape stays the same; only texts change. */
  function cleaned<Value>(value: Value): Value {
    return cleanValue(value, clean) as Value
  }
}

const UNGUARDED: Guard = {
  preparation: (prepared) => prepared,
  run: (how, body) => body(how),
  verdict: (verdict) => verdict,
}
