// The form of an MCP server: what it sends, what it refuses, and what it shows of a stored entry.
import { expect, it } from "vitest"
import { EMPTY_FORM, type EntryForm, entryOf, formOf, MASK, problemOf } from "./entry.ts"

const form = (parts: Partial<EntryForm>): EntryForm => ({ ...EMPTY_FORM, name: "notes", ...parts })
const http = { url: "https://example.com/mcp" }
const program = { kind: "stdio", command: "npx" } as const

it.each([
  ["an address", http, { type: "http", url: "https://example.com/mcp" }],
  [
    "headers, with colons in their values",
    { ...http, headers: "Authorization: Bearer a:b\n\nX-Team: docs\n" },
    { type: "http", url: "https://example.com/mcp", headers: { Authorization: "Bearer a:b", "X-Team": "docs" } },
  ],
  [
    "a time limit",
    { ...http, timeoutSeconds: "2.5" },
    { type: "http", url: "https://example.com/mcp", timeoutMs: 2500 },
  ],
  ["a program", program, { type: "stdio", command: "npx" }],
  [
    "a program with everything",
    { ...program, args: "-y\nmy server\n", env: "KEY=a=b", cwd: "/srv " },
    { type: "stdio", command: "npx", args: ["-y", "my server"], env: { KEY: "a=b" }, cwd: "/srv" },
  ],
  ["what was left in the fields of the other kind", { ...http, command: "npx" }, { type: "http", url: http.url }],
] as const)("sends %s", (_what, parts, entry) => {
  expect(problemOf(form(parts))).toBeUndefined()
  expect(entryOf(form(parts))).toEqual(entry)
})

it.each([
  ["name", { ...http, name: " " }],
  ["url", { url: "" }],
  ["url", { url: "example.com/mcp" }],
  ["url", { url: "file:///etc/passwd" }],
  ["command", { kind: "stdio" }],
  ["headers", { ...http, headers: "no colon" }],
  ["env", { ...program, env: "=value" }],
  ["masked", { ...http, headers: `Authorization: ${MASK}` }],
  ["masked", { ...program, env: `KEY=${MASK}` }],
  ["timeout", { ...http, timeoutSeconds: "0" }],
  ["timeout", { ...http, timeoutSeconds: "soon" }],
] as const)("a problem with %s is found in %j", (problem, parts) => {
  expect(problemOf(form(parts))?.what).toBe(problem)
})

it.each([
  ["headers", { ...http, headers: `Authorization: ${MASK}` }],
  ["env", { ...program, env: `KEY=${MASK}` }],
  ["timeoutSeconds", { ...http, timeoutSeconds: "soon" }],
] as const)("the field %s says what is wrong in %j", (field, parts) => {
  expect(problemOf(form(parts))?.field).toBe(field)
})

it("a stored entry fills the form", () => {
  const entry = { type: "stdio", command: "npx", args: ["-y", "x"], env: { KEY: MASK }, timeoutMs: 1500 }
  expect(formOf("notes", entry)).toEqual(
    form({ kind: "stdio", command: "npx", args: "-y\nx", env: `KEY=${MASK}`, timeoutSeconds: "1.5" }),
  )
})
