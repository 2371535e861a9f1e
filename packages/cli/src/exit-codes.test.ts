import { PawlError } from "@pawl/agent"
import { describe, expect, it } from "vitest"
import { exitOfError, exitOfTurn } from "./exit-codes.ts"
import { Failure } from "./failure.ts"

const withCode = (code: string) => Object.assign(new Error("x"), { code })

describe("exit codes", () => {
  it.each<[unknown, number]>([
    [new Failure(42, "x"), 42],
    [new PawlError("config-invalid", "x"), 52],
    [new PawlError("store-corrupt", "x"), 52],
    [new PawlError("store-newer", "x"), 52],
    [new PawlError("store-failed", "x", { cause: withCode("SQLITE_READONLY") }), 52],
    [new PawlError("store-failed", "x", { cause: withCode("EACCES") }), 52],
    [new PawlError("store-failed", "x", { cause: withCode("SQLITE_FULL") }), 1],
    [new PawlError("store-failed", "x"), 1],
    [new PawlError("name-ambiguous", "x"), 42],
    [new PawlError("session-missing", "x"), 42],
    [new PawlError("model-unknown" as "input-invalid", "x"), 42],
    [new PawlError("workspace-missing" as "input-invalid", "x"), 42],
    [new Error("x"), 1],
    ["x", 1],
  ])("of the error %s is %i", (error, exit) => {
    expect(exitOfError(error)).toBe(exit)
  })

  it.each([
    [{ outcome: "completed" }, undefined, 0],
    [{ outcome: "cancelled" }, undefined, 130],
    [{ outcome: "failed", error: { code: "iteration-limit", message: "" } }, undefined, 53],
    [{ outcome: "failed", error: { code: "401", message: "" } }, { class: "auth", code: "401", message: "" }, 41],
    [{ outcome: "failed", error: { code: "x", message: "" } }, { class: "config", code: "x", message: "" }, 52],
    [
      { outcome: "failed", error: { code: "empty-answer", message: "" } },
      { class: "auth", code: "401", message: "" },
      1,
    ],
    [{ outcome: "failed", error: { code: "500", message: "" } }, { class: "overloaded", code: "500", message: "" }, 1],
  ] as const)("of the turn %j after %j is %i (X27)", (end, modelError, exit) => {
    expect(exitOfTurn(end, modelError)).toBe(exit)
  })
})
