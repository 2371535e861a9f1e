// Validates input and commands where they enter: accepted input is durable, so it must have the right shape.
import { wellFormed, wholeCharacters, wholeText } from "../base/well-formed.ts"
import type { Command } from "../contracts/command.ts"
import { type Input, type InputPart, text } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { MetadataChange } from "../contracts/sessions.ts"
import { MAX_TITLE_CHARS } from "../kernel/state/title.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { checkTags } from "./check-tags.ts"
import { readName } from "./read-name.ts"

/** Validates input from callers without types. */
export function readInput(input: Input): readonly InputPart[] {
  const parts: unknown = typeof input === "string" ? [text(input)] : input
  if (!Array.isArray(parts) || !parts.every(isPart)) {
    const hint = isMessage(parts) ? " Of a message of another library, pass the content." : ""
    throw new PawlError(
      "input-invalid",
      `The input is not valid. Pass a string, or a list of text, blob, bytes and file parts.${hint}`,
    )
  }
  const said = parts.map(readPart)
  if (said.every((part) => part.type === "text" && part.text.trim() === "")) {
    throw new PawlError("input-invalid", "The message is empty. Pass some text, or an attachment.")
  }
  return said
}

/** `{ role, content }`, alone or in a list. */
function isMessage(input: unknown): boolean {
  const [first]: readonly unknown[] = [input].flat()
  return typeof first === "object" && first !== null && "role" in first && "content" in first
}

/** A path is kept unchanged, because it has to match a file name exactly. */
function readPart(part: InputPart): InputPart {
  if (part.type === "file") return { ...wellFormed({ ...part, path: "" }), path: part.path }
  return part.type === "text" ? text(wholeText(part.text)) : wellFormed(part)
}

const isString = (value: unknown) => typeof value === "string"

/** The types of a command's fields, where they are present. */
const WORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isString,
  by: isString,
  call: isString,
  answer: isString,
  reason: isString,
  focus: isString,
  priority: isString,
  question: Number.isFinite,
  turn: Number.isFinite,
  model: isJsonObject,
  tools: Array.isArray,
  output: isJsonObject,
  arguments: isJsonObject,
  grant: isJsonObject,
}

function isJsonObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false
  try {
    return JSON.stringify(value) !== undefined
  } catch {
    return false
  }
}

/** Decisions and answers become facts as well. Edited arguments keep every character that a model may send. */
export function readCommand<Given extends Command>(command: Given): Given {
  const wrong = Object.entries(WORDS).find(([field, isRight]) => {
    const value = (command as object as Readonly<Record<string, unknown>>)[field]
    return value !== undefined && !isRight(value)
  })
  if (wrong !== undefined || (command.kind === "answer" && command.answer === undefined))
    throw new PawlError(
      "input-invalid",
      `The command is not valid: "${wrong?.[0] ?? "answer"}" has the wrong type. Texts must be strings, arguments a JSON object.`,
    )
  // Repaired, it would be the id of another command: its sender would wait for this one without end.
  if (command.id !== wholeText(command.id))
    throw new PawlError(
      "input-invalid",
      "The id has half a character or NUL in it. Choose another one, or leave it out.",
    )
  if (command.kind !== "approve" || command.arguments === undefined) return wellFormed(command)
  const { arguments: edited, ...rest } = command
  return { ...command, ...wellFormed(rest), arguments: wellFormed(edited, wholeCharacters) }
}

export function readMetadata<Given extends MetadataChange>(
  change: Given,
  secrets?: Pick<KnownSecrets, "clean">,
): Given {
  const whole = wellFormed(change)
  for (const name of ["tags", "addTags", "removeTags"] as const) checkTags(whole[name], secrets, name)
  if (typeof whole.title !== "string") return whole
  checkTitle(whole.title)
  return secrets === undefined ? whole : { ...whole, title: secrets.clean(whole.title) }
}

function checkTitle(title: string): void {
  // Counts code points: an emoji is one.
  const { length } = [...title]
  if (title.trim() !== "" && length <= MAX_TITLE_CHARS) return
  throw new PawlError(
    "input-invalid",
    title.trim() === ""
      ? "The title is empty. Leave it out, or pass null: then the session is named after its first input."
      : `The title has ${length} characters; the limit is ${MAX_TITLE_CHARS}. Choose a shorter one.`,
  )
}

function isPart(part: unknown): part is InputPart {
  if (typeof part !== "object" || part === null || !("type" in part)) return false
  const { type, text: words, hash, mime, size, bytes, path, name } = part as Partial<Record<string, unknown>>
  if (type === "text") return typeof words === "string"
  if (name !== undefined && typeof name !== "string") return false
  if (type === "bytes") return bytes instanceof Uint8Array && typeof mime === "string"
  if (type === "file")
    return typeof path === "string" && path !== "" && (mime === undefined || typeof mime === "string")
  return type === "blob" && typeof hash === "string" && typeof mime === "string" && typeof size === "number"
}

/** Owner, title and instructions are part of the session's first fact. */
export function readOpening<Given extends object>(given: Given): Given {
  for (const field of ["owner", "title", "instructions", "profile"]) {
    const value = (given as Readonly<Record<string, unknown>>)[field]
    if (value !== undefined && typeof value !== "string")
      throw new PawlError("input-invalid", `The session was not opened: "${field}" must be a string.`)
  }
  const { create, id } = given as Readonly<Record<string, unknown>>
  if (create !== undefined && typeof create !== "boolean")
    throw new PawlError("input-invalid", 'The session was not opened: "create" must be true or false.')
  if (create === false && id === undefined)
    throw new PawlError(
      "input-invalid",
      "The session was not opened: with `create: false` an id is needed. Pass the id of an existing session.",
    )
  return wellFormed(given)
}

/** The id of a session that is to be made. */
export function readNewId(id: string, secrets?: Pick<KnownSecrets, "clean">): string {
  const read = readSessionId(id, secrets)
  if (isReachable(read)) return read
  throw new PawlError("input-invalid", UNFIT)
}

/** A URL takes a segment of dots for a folder, and characters that are not shown make two ids look the same. Older sessions may have such ids. */
export function isReachable(id: string): boolean {
  return !/^\.{1,2}$|\p{C}/u.test(id)
}

const UNFIT =
  "A session id is 1 to 200 printable characters without spaces, and not only dots. Leave it out to get a new one."

/** Ids are used in databases, file names and URLs: printable, well-formed characters, not too long. */
export function readSessionId(id: string, secrets?: Pick<KnownSecrets, "clean">): string {
  const isFine = typeof id === "string" && id.length <= 200 && id.isWellFormed() && /^[^\p{Cc}\s]+$/u.test(id)
  if (isFine) return readName(id, "id of the session", secrets)
  throw new PawlError("input-invalid", UNFIT)
}
