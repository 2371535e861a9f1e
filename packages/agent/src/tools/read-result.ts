// The read_result tool: lets the model read the rest of an earlier result that was truncated.
import { type Tool, ToolFailure } from "./tool.ts"
import { objectSchema, typedTool } from "./typed-tool.ts"

interface Input {
  readonly call: string
  readonly offset?: number
  readonly length?: number
}

const DEFAULT_CHARS = 30_000
/** Room for the closing line, which gives the position. */
const NOTE_CHARS = 100
const MIN_CHARS = 2

export function readResult(): Tool {
  return typedTool<Input>({
    name: "read_result",
    description:
      "Reads on in an earlier tool result that was truncated. The truncation notice names the call and the offset.",
    input: objectSchema({
      call: { type: "string", minLength: 1, description: "The id of the call, as the notice gives it." },
      "offset?": { type: "integer", minimum: 0, description: "The first character to read; 0 if left out." },
      "length?": {
        type: "integer",
        minimum: MIN_CHARS,
        description: `How many characters; at most ${DEFAULT_CHARS} if left out. You may be shown fewer at once.`,
      },
    }),
    effect: "read",
    async run(
      { call, offset = 0, length = DEFAULT_CHARS },
      { readResult: read, resultChars = Number.POSITIVE_INFINITY },
    ) {
      const whole = await read(call)
      if (whole === undefined) {
        throw new ToolFailure(
          "result-missing",
          `There is no truncated result of a call "${call}" in this session. Only truncated results are kept apart.`,
        )
      }
      if (offset >= whole.length) {
        throw new ToolFailure(
          "range-outside",
          `The result has ${whole.length} characters; ${offset} is behind its end.`,
        )
      }
      // No more than the model is shown of one result: a result that is truncated again would refer to itself.
      const most = Math.max(MIN_CHARS, Math.min(length, resultChars - NOTE_CHARS))
      const end = wholeCharacters(whole, offset + most)
      const more = end < whole.length ? ` Continue with offset ${end}.` : ""
      return `${whole.slice(offset, end)}\n\n[Characters ${offset}-${end} of ${whole.length}.${more}]`
    },
  })
}

/** Moves the end so that it does not split a surrogate pair. */
function wholeCharacters(whole: string, end: number): number {
  if (end >= whole.length) return whole.length
  const last = whole.charCodeAt(end - 1)
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end
}
