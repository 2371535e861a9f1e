// Commands about how the next turns run: the model, the profile, the approval mode.
import { chainOf } from "../agent/models.ts"
import { ALL_MODES } from "../config/approving.ts"
import type { Settings } from "../config/settings.ts"
import { files } from "../folders.ts"
import { chooseProfile } from "../profiles/chosen.ts"
import { aboutProfile, listedProfiles } from "../profiles/listed.ts"
import { named } from "../terminal/plain.ts"
import { BUSY, howWith, policyFor, type ReplCommand, type Room, words } from "./command.ts"
import { knownModels, modelsSoon } from "./known-models.ts"
import { describe } from "./session-commands.ts"

export const MODEL_COMMANDS: readonly ReplCommand[] = [
  {
    name: "/model",
    usage: "/model [PROVIDER:NAME]",
    summary: "show or change the model",
    details:
      "Without a name it lists what the providers with a known key, and those on this machine, offer now.\nThe session goes on with the model you choose.",
    complete: async (room, given) => (given.length > 0 ? [] : (await modelsSoon(room)).map((text) => ({ text }))),
    run: model,
  },
  {
    name: "/profile",
    usage: "/profile [NAME]",
    summary: "show the profile of this session, or begin another with one",
    details: "A session keeps its profile, so a name begins a new session with that profile. /resume goes back.",
    complete: async ({ conversation }, given) =>
      given.length > 0
        ? []
        : (await listedProfiles(files.profiles(conversation.settings.folders))).map(({ name, about }) => ({
            text: name,
            about,
          })),
    run: profile,
  },
  {
    name: "/approve",
    usage: "/approve [MODE]",
    summary: "show or change what runs without asking",
    details: [
      "ask: what changes something asks first.",
      "edits: changes of files that can be undone run, the rest asks.",
      "plan: nothing that changes something runs.",
      "auto: everything runs.",
      "It counts from the next turn on. On the screen Shift-Tab does the same.",
    ].join("\n"),
    complete: (room, given) => (given.length > 0 ? [] : MODES.filter(({ text }) => isOffered(room, text))),
    run: approve,
  },
]

const MODES = words(
  ["ask", "what changes something asks first"],
  ["edits", "changes of files run, the rest asks"],
  ["plan", "nothing that changes something runs"],
  ["auto", "everything runs without asking"],
)

/** A server does not say which modes it has; it refuses those that it has not. */
function isOffered({ conversation }: Room, mode: string): boolean {
  const modes: readonly string[] = conversation.opened.agent.approvalModes ?? ALL_MODES
  return modes.includes(mode)
}

async function approve(room: Room, [wanted]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const { settings } = conversation
  const offered = MODES.filter(({ text }) => isOffered(room, text))
  if (wanted === undefined && (conversation.isBusy || settings.approve === "deny" || offered.length === 0))
    return terminal.tell(`The approval mode is ${settings.approve}.`)
  const candidates = offered.map(({ text, about = "" }) => ({ value: text, label: text, about }))
  const mode = wanted ?? (await terminal.choose({ title: `approval mode, now ${settings.approve}`, candidates }))
  if (mode === undefined) return
  if (!offered.some(({ text }) => text === mode))
    return terminal.tell(
      `"${named(mode)}" is not an approval mode here. Use one of: ${offered.map(({ text }) => text).join(", ")}.`,
    )
  await switchMode(room, mode as Settings["approve"]) // One of those that are offered.
  terminal.tell(`The approval mode is ${mode} from the next turn on.`)
}

/** Where the agent was opened with the mode, it is opened again. */
async function switchMode(room: Room, mode: Settings["approve"]): Promise<void> {
  const { conversation, terminal } = room
  const { settings } = conversation
  const isSame = policyFor(mode, terminal.isScreen) === policyFor(settings.approve, terminal.isScreen)
  if (isSame) return conversation.setApprove(mode)
  if (conversation.isBusy) return terminal.tell(BUSY)
  const next = { ...settings, approve: mode }
  await conversation.reopen(next, howWith(room, next))
}

async function profile(room: Room, [other]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const { profile: name } = await conversation.session.info()
  if (other !== undefined && other !== name) return beginWith(room, other)
  const { folders } = conversation.settings
  const about = await aboutProfile(name, files.profiles(folders))
  terminal.tell(`The profile of this session is ${named(name)}${about === undefined ? "" : `. ${named(about)}`}`)
  terminal.tell(terminal.style.dim(`A session keeps its profile. "pawl profiles ${named(name)}" explains it.`))
}

async function beginWith(room: Room, name: string): Promise<void> {
  const { conversation, terminal } = room
  const { settings } = conversation
  if (conversation.isBusy) return terminal.tell(BUSY)
  if (settings.server !== undefined)
    return terminal.tell("The server chooses the profile of a session. Ask its admin for another one.")
  const places = { folder: files.profiles(settings.folders), from: settings.workspace }
  const next = { ...settings, profile: chooseProfile(name, places) }
  await conversation.begin(next, howWith(room, next), { greet: () => describe(room) })
}

async function model(room: Room, [name]: readonly string[]): Promise<void> {
  const { conversation, terminal } = room
  const chosen = name ?? (await chooseModel(room))
  if (chosen === undefined) return
  if (conversation.isBusy) return terminal.tell(BUSY)
  const next = { ...conversation.settings, model: chosen }
  await conversation.reopen(next, howWith(room, next))
  terminal.tell(`The model is ${named(chosen)} now.`)
}

async function chooseModel(room: Room): Promise<string | undefined> {
  const { conversation, terminal } = room
  const chain = chainOf(conversation.settings)
  terminal.tell(chain.length === 0 ? "The server chooses the model." : `The model is ${named(chain.join(", then "))}.`)
  if (conversation.isBusy) return undefined
  const candidates = (await knownModels(room)).map((name) => ({ value: name, label: name }))
  return candidates.length === 0 ? undefined : terminal.choose({ title: "model", candidates })
}
