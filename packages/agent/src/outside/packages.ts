// Packages that stay outside of a bundle: one is native, one needs a `require` that a bundle of modules lacks, and one is
// loaded late by code that must not wait. Each is required by a literal name, which tools that trace files can see.
import { createRequire } from "node:module"
import type Sqlite from "better-sqlite3"
import type { buildConnector, Client } from "undici"
import { movedRequire } from "./own-file.ts"

const load = createRequire(import.meta.url)

export function ajvPackage(): typeof import("ajv") {
  return movedRequire()?.("ajv") ?? load("ajv")
}

export function ajv2020Package(): typeof import("ajv/dist/2020.js") {
  return movedRequire()?.("ajv/dist/2020.js") ?? load("ajv/dist/2020.js")
}

export function sqlitePackage(): typeof Sqlite {
  return movedRequire()?.("better-sqlite3") ?? load("better-sqlite3")
}

/** A part of undici that loads in a quarter of the time. Its version is pinned, because the path is not an interface. */
export function undiciClient(): typeof Client {
  return movedRequire()?.("undici/lib/dispatcher/client.js") ?? load("undici/lib/dispatcher/client.js")
}

/** How undici's clients connect: loaded with them in any case. */
export function undiciConnector(): typeof buildConnector {
  return movedRequire()?.("undici/lib/core/connect.js") ?? load("undici/lib/core/connect.js")
}

export function undiciPackage(): typeof import("undici") {
  return movedRequire()?.("undici") ?? load("undici")
}
