// The models that the user may choose from, as the providers list them now. They are asked once in a conversation.
import { setTimeout } from "node:timers/promises"
import { useKeptKeys } from "../agent/kept-keys.ts"
import { chainOf } from "../agent/models.ts"
import type { Room } from "./command.ts"

/** A menu does not wait longer for providers: the next key looks again. */
const SOON_MS = 400

const lists = new WeakMap<object, Promise<readonly string[]>>()

/** With the provider of the chosen model first. None where a server has the models. */
export async function knownModels({ conversation }: Pick<Room, "conversation">): Promise<readonly string[]> {
  const { settings } = conversation
  if (settings.server !== undefined) return []
  const begun = lists.get(conversation)
  const list = begun ?? askAll(settings.folders)
  lists.set(conversation, list)
  const names = await list
  // Nothing may only mean that the network was gone.
  if (names.length === 0) lists.delete(conversation)
  const provider = `${chainOf(settings)[0]?.split(":")[0]}:`
  return [...names.filter((name) => name.startsWith(provider)), ...names.filter((name) => !name.startsWith(provider))]
}

export async function modelsSoon(room: Pick<Room, "conversation">): Promise<readonly string[]> {
  const late = new AbortController()
  const names = await Promise.race([knownModels(room), setTimeout(SOON_MS, [], { signal: late.signal })])
  late.abort()
  return names
}

async function askAll(folders: Room["conversation"]["settings"]["folders"]): Promise<readonly string[]> {
  const { modelsOffered } = await import("../doctor/live-models.ts")
  useKeptKeys(folders)
  return (await modelsOffered()).found
}
