// The PostgreSQL server that the test files of one run share. The first that needs it starts it; the run's end removes it.
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { inject } from "vitest"
import type { TestProject } from "vitest/node"
import { urlOf } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: { readonly folder: string; readonly pid: number }
  }
}

const KEEPER = fileURLToPath(new URL("./keeper.ts", import.meta.url))

/** Called once by vitest before all tests. Starts nothing: most runs of a few files need no database. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = join(tmpdir(), `pawl-pg-${randomBytes(6).toString("hex")}`)
  project.provide("postgres", { folder, pid: process.pid })
  return async () => {
    if (!existsSync(folder)) return
    await started(folder)
    process.kill(Number(readFileSync(join(folder, "ready"), "utf8")), "SIGTERM")
    while (existsSync(folder)) await pause(20)
  }
}

/** The url of an empty database. */
export async function emptyDatabase(): Promise<string> {
  const folder = await shared()
  const name = `test_${randomBytes(6).toString("hex")}`
  const client = new pg.Client(urlOf(folder, "postgres"))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return urlOf(folder, name)
}

/** A schema that nobody else uses, in a database that others may. */
export async function emptySchema(): Promise<{ readonly url: string; readonly schema: string }> {
  return { url: urlOf(await shared(), "postgres"), schema: `test_${randomBytes(6).toString("hex")}` }
}

async function shared(): Promise<string> {
  const { folder, pid } = inject("postgres")
  try {
    // Only one process can make the folder: it starts the server.
    mkdirSync(folder)
    spawn(process.execPath, [KEEPER, folder, String(pid)], { detached: true, stdio: "ignore" }).unref()
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
  }
  await started(folder)
  return folder
}

async function started(folder: string): Promise<void> {
  while (!existsSync(join(folder, "ready"))) {
    const failed = join(folder, "failed")
    if (existsSync(failed)) throw new Error(`PostgreSQL did not start: ${readFileSync(failed, "utf8")}`)
    await pause(20)
  }
}
