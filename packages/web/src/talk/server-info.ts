// What the server offers: models, workspaces, profiles, limits. Asked once for all parts of a page, and again after a minute.
import type { Operations } from "@pawl/client"
import { client } from "../data/client.ts"
import { type Loaded, useLoaded } from "../data/use-loaded.ts"
import type { ApprovalMode } from "../data/view/session-view.ts"
import type { McpPrompt } from "./composer/prompts.ts"

const FRESH_MS = 60_000
const known = new Map<string, { readonly at: number; readonly answer: Promise<unknown> }>()

function remembered<T>(key: string, load: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found !== undefined && Date.now() - found.at < FRESH_MS) return found.answer as Promise<T>
  const answer = load()
  known.set(key, { at: Date.now(), answer })
  answer.catch(() => known.delete(key))
  return answer
}

const within = (workspace: string | undefined) => (workspace === undefined ? {} : { workspace })

export function useModels(workspace: string | undefined): Loaded<readonly string[]> {
  const key = `models ${workspace ?? ""}`
  const load = async () => (await client.call("server.models", { query: within(workspace) })).models
  return useLoaded(() => remembered(key, load), key)
}

export function useProfiles(workspace: string | undefined): Loaded<readonly string[]> {
  const key = `profiles ${workspace ?? ""}`
  const load = async () => (await client.call("server.profiles", { query: within(workspace) })).profiles
  return useLoaded(() => remembered(key, load), key)
}

/** Its name, and what may run there unasked if a person wants it so. */
export type Workspace = Operations["server.workspaces"]["answer"]["workspaces"][number]

export function useWorkspaces(): Loaded<readonly Workspace[]> {
  const load = async () => (await client.call("server.workspaces", {})).workspaces
  return useLoaded(() => remembered("workspaces", load), "workspaces")
}

export function useApprovalModes(workspace: string | undefined): readonly ApprovalMode[] {
  const { value = [] } = useWorkspaces()
  return value.find(({ name }) => name === workspace)?.approvalModes ?? []
}

/** Empty while they are not known, or cannot be: a server that is down has none. */
export function usePrompts(workspace: string | undefined): readonly McpPrompt[] {
  const key = `prompts ${workspace ?? ""}`
  const load = async () => (await client.call("server.prompts", { query: within(workspace) })).prompts
  return useLoaded(() => remembered(key, load), key).value ?? NONE
}

const NONE: readonly McpPrompt[] = []

export function useStatus(): Loaded<Operations["server.status"]["answer"]> {
  return useLoaded(() => remembered("status", () => client.call("server.status", {})), "status")
}

/** The next question is asked anew. */
export function forgetServerInfo(): void {
  known.clear()
}
