// Cuts a Markdown text into its blocks. While a text grows, only its last block is read again: those before it stay the same.
import { Lexer, type Token, type TokensList } from "marked"
import { markdown } from "./marked.ts"
import { isTooDeep } from "./too-deep.ts"

export interface Block {
  readonly kind: "code" | "table" | "other"
  readonly source: string
  /** Where it begins in the text. */
  readonly at: number
  /** Of a code block: its language as written, and what is in it. */
  readonly language?: string
  readonly code?: string
}

export interface Split {
  readonly text: string
  readonly blocks: readonly Block[]
  /** Addresses that are named once and referred to anywhere ("[1]: https://..."). */
  readonly definitions: readonly Definition[]
}

interface Definition {
  readonly source: string
  readonly at: number
}

export const NO_BLOCKS: Split = { text: "", blocks: [], definitions: [] }

export function splitBlocks(given: string, before: Split = NO_BLOCKS): Split {
  const text = given.replaceAll(/\r\n|\r/g, "\n")
  if (text === before.text) return before
  const last = before.blocks.at(-1)
  const goesOn = last !== undefined && text.startsWith(before.text)
  const from = goesOn ? last.at : 0
  const tokens = tokensOf(text.slice(from))
  const kept = goesOn ? before.blocks.slice(0, -1) : []
  const named = goesOn ? before.definitions.filter((each) => each.at < from) : []
  const [blocks, definitions] = [[...kept], [...named]]
  let at = from
  for (const token of tokens) {
    if (token.type === "def") definitions.push({ source: token.raw.trim(), at })
    else if (token.type !== "space") blocks.push(blockOf(token, at))
    at += token.raw.length
  }
  return { text, blocks, definitions }
}

/** Without what is inside of the lines: that is read when a block is drawn. */
function tokensOf(text: string): readonly Token[] {
  // As one block, which is shown as it was written.
  if (isTooDeep(text)) return [{ type: "text", raw: text, text }]
  return new Lexer(markdown.defaults).blockTokens(text, [] as unknown as TokensList)
}

function blockOf(token: Token, at: number): Block {
  if (token.type === "code")
    return { kind: "code", source: token.raw, at, language: token.lang ?? "", code: token.text }
  return { kind: token.type === "table" ? "table" : "other", source: token.raw, at }
}
