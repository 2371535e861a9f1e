import type { Json } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { decoded, textAfter, textsFromArguments } from "./file-texts.ts"

describe("textAfter", () => {
  it.each<[tool: string, given: Readonly<Record<string, Json>>, before: string | undefined, after: string | undefined]>(
    [
      ["write_file", { content: "new" }, "old", "new"],
      ["write_file", { content: "new" }, undefined, "new"],
      ["write_file", {}, "old", undefined],
      ["edit_file", { old_text: "b", new_text: "$&x" }, "abc", "a$&xc"],
      ["edit_file", { old_text: "z", new_text: "x" }, "abc", undefined],
      ["edit_file", { old_text: "b", new_text: "x" }, undefined, undefined],
      ["edit_file", { old_text: 1, new_text: "x" }, "1", undefined],
      ["move_file", { from: "a", to: "b" }, "abc", undefined],
    ],
  )("of %s %j on %j is %j", (tool, given, before, after) => expect(textAfter(tool, given, before)).toBe(after))
})

describe("textsFromArguments", () => {
  it.each<[tool: string, given: Readonly<Record<string, Json>>, texts: object | undefined]>([
    ["edit_file", { old_text: "a", new_text: "b" }, { before: "a", after: "b" }],
    ["write_file", { content: "b" }, { before: "", after: "b" }],
    ["run_command", { content: "b" }, undefined],
    ["edit_file", { content: "b" }, undefined],
  ])("of %s %j is %j", (tool, given, texts) => expect(textsFromArguments(tool, given)).toEqual(texts))
})

describe("decoded", () => {
  it.each<[bytes: readonly number[], text: string | undefined]>([
    [[], ""],
    [[0xc3, 0xa4], "ä"],
    [[0xff], undefined],
    [[0x61, 0x00], undefined],
  ])("of %j is %j", (bytes, text) => expect(decoded(new Uint8Array(bytes))).toBe(text))
})
