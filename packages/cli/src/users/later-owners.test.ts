// A worker on the database of a server runs the sessions of its users with their rights.
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createAgent, sqlite } from "@pawl/agent"
import { scripted } from "@pawl/agent/testing"
import { afterEach, beforeEach, expect, it } from "vitest"
import { makePlace, type Place } from "../__fixtures__/pawl.ts"

let place: Place
beforeEach(() => {
  place = makePlace()
})
afterEach(() => place.remove())

const pawl = (...words: readonly string[]) => place.pawl(words)
const noted = () => (existsSync(place.notes) ? readFileSync(place.notes, "utf8") : "")

/** Leaves a message for a worker, in a session of this owner. */
async function send(owner: string, words: string): Promise<void> {
  const store = await sqlite(join(place.home, "pawl.db"))
  const agent = await createAgent({ model: scripted(() => ""), store, run: "none", workspace: place.work })
  const session = await agent.open({ id: `of-${owner}`, owner })
  await session.send(words).accepted()
  await agent.close()
  await store.close()
}

it("T22: a worker refuses an owner's call of a tool that the groups do not allow", async () => {
  await pawl("groups", "set", "readers", "tools=read_file")
  await pawl("users", "add", "ann")
  await pawl("users", "add", "bob", "--group", "readers")
  await send("ann", "note one")
  await send("bob", "note two")
  await pawl("worker", "--once", "--approve", "auto")
  expect(noted()).toBe("one\n")
  expect((await pawl("show", "of-bob", "--facts")).stdout).toContain("may not use")
})

it("gives users without groups the default group of the server", async () => {
  await pawl("groups", "set", "readers", "tools=read_file")
  writeFileSync(join(place.home, "config.json"), JSON.stringify({ serve: { defaultGroup: "readers" } }))
  await pawl("users", "add", "ann")
  await send("ann", "note one")
  await pawl("worker", "--once", "--approve", "auto")
  expect(noted()).toBe("")
  expect((await pawl("show", "of-ann", "--facts")).stdout).toContain("may not use")
})

it("keeps to an owner's budget, and serves nobody who was removed", async () => {
  await pawl("users", "add", "ann", "tokens=0")
  await pawl("users", "add", "bob")
  await pawl("users", "remove", "bob")
  await send("ann", "note one")
  await send("bob", "note two")
  await pawl("worker", "--once", "--approve", "auto")
  expect(noted()).toBe("")
})

it("lets a program that has no users here have owners of its own", async () => {
  await send("customer-7", "note one")
  await pawl("worker", "--once", "--approve", "auto")
  expect(noted()).toBe("one\n")
})
