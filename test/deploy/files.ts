// The files of deploy/, as tests read them.
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { commandNamed } from "../../packages/cli/src/line/commands.ts"
import { COMMON_OPTIONS } from "../../packages/cli/src/line/options.ts"

export const DEPLOY = fileURLToPath(new URL("../../deploy/", import.meta.url))

export const read = (name: string): string => readFileSync(DEPLOY + name, "utf8")

export type Tree = Readonly<Record<string, unknown>>

/** Merges of anchors count as they do for compose. */
export const yamlIn = (name: string): Tree => parse(read(name), { merge: true })

export interface Manifest extends Tree {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly file: string
}

/** All objects of deploy/kubernetes. */
export function manifests(): readonly Manifest[] {
  return readdirSync(`${DEPLOY}kubernetes`).flatMap((name) =>
    parseAllDocuments(read(`kubernetes/${name}`)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${name}: ${document.errors.join("; ")}`)
      return { ...document.toJS(), file: `kubernetes/${name}` } as Manifest
    }),
  )
}

/** A value inside of trees and lists; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], value)
}

/** All values of a key, however deep. */
export function all(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inside]) => [...(name === key ? [inside] : []), ...all(inside, key)])
}

/** That pawl has the command, and the command its options. */
export function expectKnown(command: string, words: readonly string[]): void {
  const known = [...(commandNamed(command)?.options ?? []), ...COMMON_OPTIONS]
  expect(commandNamed(command), `pawl ${command}`).toBeDefined()
  for (const [, name] of words.join(" ").matchAll(/--([a-z-]+)/g)) expect(known).toContain(name)
}
