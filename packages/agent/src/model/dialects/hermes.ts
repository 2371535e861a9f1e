// The hermes dialect, for Hermes and Qwen models: <tool_call>{"name": .., "arguments": {..}}</tool_call>.
import type { Dialect } from "../../contracts/dialect.ts"
import { AnswerReader } from "./reading/answer-reader.ts"
import { readFunctionTags } from "./reading/function-tags.ts"
import { tagMarkup } from "./reading/tag-markup.ts"
import type { Tag } from "./reading/tagged-body.ts"
import { readTaggedJson, taken } from "./reading/tagged-json.ts"
import { OfferedTools } from "./reading/tool-names.ts"
import { hermesWording } from "./writing/hermes-wording.ts"
import { type TextOptions, writer } from "./writing/writer.ts"

const RIGHT = 'Write <tool_call>{"name": "TOOL", "arguments": {}}</tool_call>, with valid JSON between the tags.'

export function hermes(options: TextOptions = {}): Dialect {
  return {
    name: "hermes",
    write: writer(hermesWording, options),
    read: (tools, output) =>
      new AnswerReader(tagMarkup({ name: "tool_call", tag: hermesTag(new OfferedTools(tools)) }), output),
  }
}

function hermesTag(offered: OfferedTools): Tag {
  return {
    open: "<tool_call>",
    close: "</tool_call>",
    edges: /<\/?tool_call>/gi,
    right: RIGHT,
    read({ raw, opening }) {
      const source = { raw: opening + raw, right: RIGHT, offered }
      const call = readFunctionTags(raw, source)
      return call === undefined ? readTaggedJson(raw, source, "malformed-json") : taken([call])
    },
  }
}
