// When an MCP server counts as logged in to.
import { expect, it } from "vitest"
import { isLoggedIn } from "./login-state.ts"

const at = (state: string, loginNeeded = false) => ({ state, tools: 0, loginNeeded })

it.each([
  ["wants a login", { loggedIn: false, status: at("half-open", true) }, false],
  ["no longer takes the stored login", { loggedIn: true, status: at("half-open", true) }, false],
  ["is logged in to", { loggedIn: true, status: at("ready") }, true],
  ["works without a login", { loggedIn: false, status: at("ready") }, false],
  ["has not started", { loggedIn: true, status: null }, true],
])("a server that %s", (_what, server, isIn) => {
  expect(isLoggedIn(server)).toBe(isIn)
})
