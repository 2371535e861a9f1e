// What the host asks of a Restate server: to run a session, to know the workers, to end a run.
import { PawlError } from "@pawl/agent"
import type { Reading } from "./options.ts"

/** When a session is to be run. */
export interface SendHow {
  readonly delayMs?: number
  /** Sends of a session with the same key are one, for at least a minute. */
  readonly key?: string
}

const TIMEOUT_MS = 10_000

export class RestateApi {
  readonly #options: Reading

  constructor(options: Reading) {
    this.#options = options
  }

  /** Durable in Restate once it resolves. False: Restate does not know the workers, as after the loss of its data. */
  async send(session: string, { delayMs = 0, key }: SendHow): Promise<boolean> {
    const { ingress, service } = this.#options
    const delay = delayMs > 0 ? `?delay=${Math.ceil(delayMs)}ms` : ""
    const url = `${ingress}/${service}/${encodeURIComponent(session)}/run/send${delay}`
    const headers = key === undefined ? {} : { "idempotency-key": key }
    const response = await this.#fetch("ingress", url, { method: "POST", headers })
    if (response.status === 404) return false
    await this.#check(response, `take session ${session}`)
    return true
  }

  /** Restate asks the workers at this address what they serve. Later calls go there. */
  async register(address: string): Promise<void> {
    const body = JSON.stringify({ uri: address, force: true })
    const response = await this.#fetch("admin", `${this.#options.admin}/deployments`, { method: "POST", body })
    if (response.ok) return drop(response)
    throw new PawlError(
      "host-refused",
      `Restate could not register the workers at ${address}: ${await told(response)}. Check that this address leads from Restate to a running worker, or correct "address".`,
    )
  }

  /** The runs of the session that Restate has under way; at most one, unless it is just changing. */
  async running(session: string): Promise<readonly string[]> {
    const { admin, service } = this.#options
    const query = `select id from sys_invocation where target_service_name = '${service}' and target_service_key = '${session.replaceAll("'", "''")}' and status in ('ready', 'running', 'backing-off', 'suspended', 'paused')`
    const headers = { accept: "application/json" }
    const how = { method: "POST", headers, body: JSON.stringify({ query }) }
    const response = await this.#fetch("admin", `${admin}/query`, how)
    await this.#check(response, `look for the run of session ${session}`, false)
    const { rows } = (await response.json()) as { readonly rows: readonly { readonly id: string }[] }
    return rows.map(({ id }) => id)
  }

  async kill(invocation: string): Promise<void> {
    const url = `${this.#options.admin}/invocations/${invocation}/kill`
    const response = await this.#fetch("admin", url, { method: "PATCH" })
    // It has ended meanwhile.
    if (response.status === 404 || response.status === 409) return drop(response)
    await this.#check(response, `end the run ${invocation}`)
  }

  async #check(response: Response, what: string, isRead = true): Promise<void> {
    if (response.ok) return isRead ? drop(response) : undefined
    throw new PawlError("host-refused", `Restate did not ${what}: ${await told(response)}.`)
  }

  async #fetch(where: "ingress" | "admin", url: string, how: RequestInit): Promise<Response> {
    const json = how.body === undefined ? {} : { "content-type": "application/json" }
    const headers = { ...this.#options.headers, ...json, ...(how.headers as Record<string, string> | undefined) }
    try {
      return await fetch(url, { ...how, headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    } catch (error) {
      throw new PawlError(
        "host-unreachable",
        `Restate does not answer at ${this.#options[where]} (${reasonOf(error)}). Start it, or correct "${where}". Nothing is lost: sessions are run when it answers again.`,
        { cause: error },
      )
    }
  }
}

/** The connection can be used again only when the answer was read. */
async function drop(response: Response): Promise<void> {
  await response.arrayBuffer().catch(() => {})
}

async function told(response: Response): Promise<string> {
  const text = await response.text().catch(() => "")
  return `${response.status} ${text.slice(0, 500)}`.trim()
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as { readonly cause?: unknown; readonly message: string }
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message
  return message
}
