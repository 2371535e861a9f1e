// Around a tool's body: what it says in any way is put into whole characters, and cleaned of the secrets that the agent knows, before
// anybody hears of it.
import { wellFormed, wholeCharacters } from "../base/well-formed.ts"
import type { Preparation, RunOptions, ToolResult, Verdict } from "../contracts/toolbox.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { cleanPreparation, cleanResult, cleanValue } from "./clean.ts"

export interface Guard {
  preparation(prepared: Promise<Preparation>): Promise<Preparation>
  /** What the body gets, and what becomes of its result. */
  run(how: RunOptions, body: (how: RunOptions) => Promise<ToolResult>): Promise<ToolResult>
  verdict(verdict: Verdict): Verdict
}

export function guardFor(secrets: KnownSecrets | undefined): Guard {
  return inWholeCharacters(secrets === undefined ? OPEN : withoutSecrets(secrets))
}

/** What a tool says and asks becomes a fact, and is sent with every later request. */
function inWholeCharacters(guard: Guard): Guard {
  return {
    // The arguments are in it, and they are the model's own.
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

  /** The same shape: only texts are other texts. */
  function cleaned<Value>(value: Value): Value {
    return cleanValue(value, clean) as Value
  }
}

const OPEN: Guard = {
  preparation: (prepared) => prepared,
  run: (how, body) => body(how),
  verdict: (verdict) => verdict,
}
