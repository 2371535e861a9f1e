// Where pawl serve opens a browser by itself.
import { expect, it } from "vitest"
import { opensBrowser } from "./opens-browser.ts"

const DESKTOP = { DISPLAY: ":0" }
const terminal = { isTTY: true } as never
const pipe = {} as never

it.each([
  [true, "on a desktop", [], "linux", DESKTOP, terminal],
  [true, "with Wayland", [], "linux", { WAYLAND_DISPLAY: "wayland-0" }, terminal],
  [true, "on a Mac", [], "darwin", {}, terminal],
  [false, "without a desktop", [], "linux", {}, terminal],
  [false, "over SSH", [], "darwin", { SSH_CONNECTION: "1.2.3.4 1 5.6.7.8 22" }, terminal],
  [false, "in a script", [], "linux", DESKTOP, pipe],
  [false, "with --no-browser", ["no-browser"], "linux", DESKTOP, terminal],
  [true, "with --open, wherever it is", ["open"], "linux", {}, pipe],
] as const)("%s: %s", (expected, _where, words, platform, env, stdout) => {
  expect(opensBrowser(new Set<string>(words), { env, stdout, platform })).toBe(expected)
})
