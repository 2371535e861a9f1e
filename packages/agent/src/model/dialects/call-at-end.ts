// A well-formed call of an offered tool as the last block of an answer, in any dialect that can be read.
import type { Dialect } from "../../contracts/dialect.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import { bracket } from "./bracket.ts"
import { hermes } from "./hermes.ts"
import { pythonic } from "./pythonic.ts"
import { toAsked } from "./speaking.ts"
import { xml } from "./xml.ts"

export interface CallAtEnd {
  readonly name: string
  readonly form: string
}

const MAX_BLOCK = 20_000

/** Words may stand before it. Words behind it tell that somebody is being shown a call, and not sent one. */
export function callAtEnd(answer: string, tools: readonly ToolDefinition[]): CallAtEnd | undefined {
  const block = lastBlock(answer)
  if (block === undefined || block.length > MAX_BLOCK) return undefined
  for (const { form, dialect, looksLike, inside = (text: string) => text } of FORMS) {
    if (!looksLike.test(block)) continue
    const name = calledIn(inside(block), dialect(), tools)
    if (name !== undefined) return { name, form }
  }
  return undefined
}

interface Form {
  readonly form: string
  readonly dialect: () => Dialect
  /** What has to stand at the end. */
  readonly looksLike: RegExp
  /** The same in the way the dialect wants it. */
  readonly inside?: (block: string) => string
}

const FORMS: readonly Form[] = [
  { form: "hermes", dialect: hermes, looksLike: /<\/tool_call>$/i },
  { form: "xml", dialect: xml, looksLike: /<\/tool>$/i },
  { form: "bracket", dialect: bracket, looksLike: /(?:\)\s*\]|<\|tool_call_end\|>)$/ },
  { form: "pythonic", dialect: pythonic, looksLike: /^(?:tool|action)\b[\s\S]*:\s*\{[\s\S]*\}$/im },
  // JSON alone: the way most models write a call that they do not know how to make.
  {
    form: "json",
    dialect: hermes,
    looksLike: /^[{[][\s\S]*[}\]]$/,
    inside: (block) => `<tool_call>${block}</tool_call>`,
  },
]

const TAGS = ["<tool_call>", "<tool>", "<tool ", "<|tool_call_start|>"]

/** What a fence holds, if the answer ends with one; else its last tag, or what comes after the last blank line. */
function lastBlock(answer: string): string | undefined {
  const text = answer.trim()
  const fence = lastFence(text.split("\n"))
  if (fence !== "none") return fence
  const lower = text.toLowerCase()
  const tag = Math.max(...TAGS.map((each) => lower.lastIndexOf(each)))
  return tag >= 0 ? text.slice(tag) : text.slice(text.lastIndexOf("\n\n") + 1).trim()
}

/** Undefined for a fence that nothing closes: nobody knows what it holds. */
function lastFence(lines: readonly string[]): string | undefined | "none" {
  let open: { readonly mark: string; readonly at: number } | undefined
  for (const [at, line] of lines.entries()) {
    const [, mark = ""] = /^[ \t]*(`{3,}|~{3,})/.exec(line) ?? []
    if (mark === "") continue
    if (open === undefined) open = { mark, at }
    else if (line.trim().startsWith(open.mark)) {
      if (at === lines.length - 1)
        return lines
          .slice(open.at + 1, at)
          .join("\n")
          .trim()
      open = undefined
    }
  }
  return open === undefined ? "none" : undefined
}

/** The call's tool, if the block is nothing but calls of tools that were offered. */
function calledIn(block: string, dialect: Dialect, tools: readonly ToolDefinition[]): string | undefined {
  const reader = dialect.read(tools, { onText: () => {}, onThinking: () => {} })
  reader.push(block)
  const { text, calls, problems } = reader.end()
  if (problems.length > 0 || calls.length === 0 || !block.startsWith(text.trim())) return undefined
  const names = calls.map((call) => toAsked(call, tools))
  const areOffered = names.every(({ name, unreadable }) => {
    return unreadable === undefined && tools.some((tool) => tool.name === name)
  })
  return areOffered ? names[0]?.name : undefined
}
