// What deploy/ ships: units that systemd accepts, options that pawl has, and a passed socket that is used.
import { spawnSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { createServer } from "node:net"
import { fileURLToPath } from "node:url"
import { afterEach, describe, expect, it } from "vitest"
import { commandNamed } from "../../packages/cli/src/line/commands.ts"
import { makeServePlace, type ServePlace } from "./process.ts"

const path = (name: string) => fileURLToPath(new URL(`../../deploy/${name}`, import.meta.url))
const read = (name: string) => readFileSync(path(name), "utf8")
const UNITS = ["pawl.service", "pawl@.service", "pawl.socket"]
const VERIFIER = "/usr/bin/systemd-analyze"

describe("deploy/", () => {
  it.skipIf(!existsSync(VERIFIER)).each(UNITS)("%s is accepted by systemd", (unit) => {
    // Also with the service that a socket belongs to.
    const given = unit === "pawl.socket" ? [path("pawl.service"), path(unit)] : [path(unit)]
    const { status, stderr } = spawnSync(VERIFIER, ["verify", ...given], { encoding: "utf8" })
    const ours = stderr.split("\n").filter((line) => line.includes("pawl"))
    expect(ours).toEqual([])
    expect([0, 1]).toContain(status)
  })

  it.each(UNITS)("%s has sections with settings, each once but those that may repeat", (unit) => {
    const lines = read(unit)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
    for (const line of lines) expect(line).toMatch(/^(?:\[(?:Unit|Service|Socket|Install)\]|[A-Z]\w+=.+)$/)
    const names = lines.map((line) => line.split("=")[0])
    expect(new Set(names).size).toBe(names.length)
  })

  it("uses options that pawl serve has, and gives it longer to end than it takes", () => {
    const options = commandNamed("serve")?.options ?? []
    for (const unit of ["pawl.service", "pawl@.service"]) {
      const [, line = ""] = /^ExecStart=(.*)$/m.exec(read(unit)) ?? []
      expect(line).toMatch(/^\/usr\/bin\/env pawl serve /)
      for (const [, name = ""] of line.matchAll(/--([a-z-]+)/g)) expect(options).toContain(name)
      expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read(unit))?.[1])).toBeGreaterThan(10)
      expect(read(unit)).toMatch(/^KillMode=mixed$/m)
    }
  })

  it("has a Containerfile that does not run as root, keeps its data, and ends by SIGTERM", () => {
    const lines = read("Containerfile")
      .replaceAll("\\\n", "")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
    for (const line of lines)
      expect(line).toMatch(/^(?:FROM|RUN|COPY|ENV|VOLUME|WORKDIR|USER|EXPOSE|HEALTHCHECK|STOPSIGNAL|ENTRYPOINT|CMD) /)
    expect(lines.find((line) => line.startsWith("USER"))).toBe("USER node")
    expect(lines).toContain("VOLUME /data")
    expect(lines).toContain("STOPSIGNAL SIGTERM")
    expect(lines).toContain("EXPOSE 7295")
    for (const [, list = ""] of read("Containerfile").matchAll(/^(?:ENTRYPOINT|CMD) (.*)$/gm))
      expect(JSON.parse(list)).toBeInstanceOf(Array)
  })
})

describe("a socket that is passed on", () => {
  let place: ServePlace
  afterEach(() => place.remove())

  it("is listened on, and the person at this machine needs no token", async () => {
    place = makeServePlace()
    const socket = createServer().listen(0, "127.0.0.1")
    await new Promise((resolve) => socket.once("listening", resolve))
    const { port } = socket.address() as { port: number }
    const { fd } = (socket as unknown as { _handle: { fd: number } })._handle
    const served = await place.serve([], { LISTEN_FDS: "1" }, fd)
    socket.close()
    expect(served.port).toBe(port)
    expect(await (await fetch(`http://127.0.0.1:${port}/v1/me`)).json()).toMatchObject({ user: "local" })
    served.kill("SIGTERM")
    expect(await served.ended).toMatchObject({ code: 0 })
  })
})
