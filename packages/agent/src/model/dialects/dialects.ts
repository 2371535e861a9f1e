// All dialects, by name.
import type { Dialect } from "../../contracts/dialect.ts"
import { PawlError } from "../../contracts/error.ts"
import { bracket } from "./bracket.ts"
import { hermes } from "./hermes.ts"
import { native } from "./native.ts"
import { pythonic } from "./pythonic.ts"
import { structured } from "./structured.ts"
import type { TextOptions } from "./writing/writer.ts"
import { xml } from "./xml.ts"

export interface DialectRow {
  readonly name: string
  readonly about: string
  readonly make: (options?: TextOptions) => Dialect
}

export const dialects: readonly DialectRow[] = [
  {
    name: "native",
    about: "the provider's own tool calls; thinking in front of the answer is separated from it",
    make: () => native(),
  },
  { name: "xml", about: "<tool> with elements: server_name, tool_name, arguments", make: (options) => xml(options) },
  {
    name: "xml-json",
    about: "<tool> with JSON of the same names",
    make: (options) => xml({ ...options, form: "json" }),
  },
  {
    name: "structured",
    about: "every answer is JSON: FinalResponse or one schema a tool",
    make: (options) => structured(options),
  },
  {
    name: "bracket",
    about: '[server.tool(key="value")], as small models write it',
    make: (options) => bracket(options),
  },
  {
    name: "pythonic",
    about: 'the lines "Tool: server.tool" and "Arguments: {..}"',
    make: (options) => pythonic(options),
  },
  {
    name: "hermes",
    about: '<tool_call>{"name": .., "arguments": {..}}</tool_call>, as Hermes and Qwen write it',
    make: (options) => hermes(options),
  },
]

export { speaking } from "./speaking.ts"

export function dialectNamed(name: string, options: TextOptions = {}): Dialect {
  const row = dialects.find((each) => each.name === name)
  if (row !== undefined) return row.make(options)
  const names = dialects.map((each) => each.name).join(", ")
  throw new PawlError("config-invalid", `There is no dialect "${name}". Choose one of: ${names}.`)
}
