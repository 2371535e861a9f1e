// The two ways commands run, with bubblewrap and without it. Tests expect the same of both.
import { randomUUID } from "node:crypto"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { confinementFor } from "../confinement.ts"

const scratch = mkdtempSync(join(tmpdir(), "pawl-modes-"))
// Several test files share the folder.
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }))

const probe = confinementFor({ root: scratch, env: process.env, allowNetwork: false })

/**
 * Tests are skipped only where installing a package does not help: on another system, or where namespaces are forbidden.
 * Where bwrap is just missing they fail.
 */
export const isBubblewrapUsable = probe.missing === undefined || probe.missing.includes("is not installed")

/** Called before commands that would do harm without a sandbox: they write to the home folder, or remove what is not theirs. */
export function refuseWithoutBubblewrap(): void {
  if (probe.missing !== undefined)
    throw new Error(`Nothing was run, because it would not be confined: ${probe.missing}`)
}

export const MODES = [
  { mode: "confined", isPossible: isBubblewrapUsable },
  { mode: "not confined", isPossible: true },
] as const

/** A PATH on which this script is `bwrap`. */
export function pathWith(script: string): string {
  const folder = mkdtempSync(join(scratch, "bwrap-"))
  writeFileSync(join(folder, "bwrap"), `#!/bin/bash\n${script}\n`)
  chmodSync(join(folder, "bwrap"), 0o755)
  return `${folder}:${process.env.PATH}`
}

const without = pathWith("exit 1")

export function pathFor(mode: (typeof MODES)[number]["mode"]): string {
  return mode === "confined" ? (process.env.PATH ?? "") : without
}

/** An environment variable that identifies all processes of one command, from outside the sandbox too. */
export function traced(): {
  readonly env: Readonly<Record<string, string>>
  readonly running: () => readonly number[]
} {
  const id = randomUUID()
  return { env: { TRACED: id }, running: () => pids().filter((pid) => environmentOf(pid).includes(`TRACED=${id}`)) }
}

function pids(): readonly number[] {
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
}

/** Empty for a process that has ended. */
function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0")
  } catch {
    return []
  }
}
