// Real `pawl serve` processes on one database, and what clients see of them.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { makePlace } from "../../packages/cli/src/__fixtures__/pawl.ts"

export interface Served {
  readonly url: string
  readonly port: number
  readonly pid: number
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<{
    readonly code: number | null
    readonly signal: NodeJS.Signals | null
    readonly stderr: string
  }>
}

export function makeServePlace(config: object = {}) {
  const place = makePlace()
  const file = join(place.root, "serve.json")
  writeFileSync(file, JSON.stringify(config))
  return {
    ...place,
    config: file,
    /** Resolves when it has printed its address. */
    serve(words: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Served> {
      return new Promise((resolve, reject) => {
        const { child, ended } = place.start(["serve", "--config", file, ...words], {
          env,
          onOutput(stdout) {
            const [, url, port] = /at (http:\/\/[^\s:]+:(\d+))\n/.exec(stdout) ?? []
            if (url === undefined) return
            resolve({ url, port: Number(port), pid: child.pid ?? 0, kill: (signal) => void child.kill(signal), ended })
          },
        })
        ended.then(({ code, stderr }) => reject(new Error(`ended with ${code}: ${stderr}`)))
      })
    },
  }
}

export type ServePlace = ReturnType<typeof makeServePlace>

export async function post(url: string, path: string, body: object = {}): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  })
}

export interface Heard {
  readonly id: string
  readonly event: string
  readonly data: string
}

/** Follows the events of a session, over as many connections as it takes, until `isLast` or the signal. */
export async function follow(
  url: string,
  session: string,
  isLast: (all: readonly Heard[]) => boolean,
): Promise<readonly Heard[]> {
  const heard: Heard[] = []
  let after = "0"
  while (!isLast(heard)) {
    const response = await fetch(`${url}/v1/sessions/${session}/events`, { headers: { "last-event-id": after } })
    if (response.status !== 200 || response.body === null) throw new Error(`events: ${response.status}`)
    let rest = ""
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) {
        const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
        if (id === undefined || event === undefined || data === undefined) continue
        after = id
        heard.push({ id, event, data })
      }
      if (isLast(heard)) break
    }
  }
  return heard
}
