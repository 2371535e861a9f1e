import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Running, running } from "../__fixtures__/running.ts"
import { ACCESS } from "../access/table.ts"
import { ROUTES } from "../routes/all.ts"
import { type Document, operationsIn } from "./document.ts"
import { typeText } from "./type-text.ts"

let server: Running

beforeAll(async () => {
  server = await running()
})

afterAll(() => server.close())

describe("the OpenAPI document", () => {
  it("has every route, with its method and path, and every reference has its component", async () => {
    const answer = await fetch(`${server.url}/openapi.json`)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const document: Document = JSON.parse(text)
    const found = operationsIn(document).map(({ method, path, operation }) => [operation.operationId, method, path])
    const expected = ROUTES.map(({ name }) => [name, ACCESS[name].method, ACCESS[name].path])
    expect(found.toSorted()).toEqual(expected.toSorted())
    const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name))
    expect([...referred].filter((name) => !((name ?? "") in document.components.schemas))).toEqual([])
    expect(referred).toContain("Event")
  })
})

describe("the page of the routes", () => {
  it("names every route, and neither runs nor loads anything", async () => {
    const answer = await fetch(`${server.url}/docs`)
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
    const html = await answer.text()
    for (const { name } of ROUTES) expect(html).toContain(`<section id="${name}">`)
    expect(html).not.toMatch(/<script|<link|<img|<iframe|https?:|\son\w+=|url\(|@import/)
    const links = [...html.matchAll(/href="#([^"]+)"/g)].map(([, name]) => name)
    expect(links.filter((name) => !html.includes(`id="${name}"`))).toEqual([])
  })
})

describe("a schema as a type", () => {
  it.each([
    [{ type: "string" }, "string"],
    [{ type: ["string", "null"] }, "string | null"],
    [{ const: true }, "true"],
    [{ enum: ["a", "b"] }, '"a" | "b"'],
    [{ type: "array", items: { enum: ["a", "b"] } }, 'readonly ("a" | "b")[]'],
    [{ type: "array", items: { type: "array", items: { type: "number" } } }, "readonly (readonly number[])[]"],
    [{ oneOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] }, "A | null"],
    [{ type: "object", additionalProperties: { type: "number" } }, "{ readonly [key: string]: number }"],
    [
      { type: "object", properties: { a: { type: "integer" }, "b-c": { type: "boolean" } }, required: ["a"] },
      '{ readonly a: number; readonly "b-c"?: boolean }',
    ],
    [
      { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: {} },
      "{ readonly a: string; readonly [key: string]: unknown }",
    ],
  ])("%j is %s", (schema, text) => {
    expect(typeText(schema)).toBe(text)
  })
})
