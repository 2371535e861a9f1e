// The demo's tools. Renaming is declared `once`: after a crash it is not run again unasked.
import { existsSync, renameSync } from "node:fs"
import { join } from "node:path"
import { type Tool, tool } from "@pawl/agent"
import { listFiles, noteEffect, type Place, readEffects, titleOf } from "./place.ts"

const fileName = { type: "string", pattern: "^[^/\\\\]+\\.txt$" }

/** `onRenamed` is told how many renames have taken place, before the tool has given its result. */
export function demoTools(place: Place, onRenamed: (count: number) => Promise<void>): readonly Tool[] {
  return [
    tool({
      name: "list_files",
      description: "Lists the files in the folder, one a line.",
      input: { type: "object", properties: {} },
      effect: "read",
      run: () => listFiles(place).join("\n"),
    }),
    tool({
      name: "read_title",
      description: "Reads the first line of a file.",
      input: { type: "object", properties: { file: fileName }, required: ["file"] },
      effect: "read",
      run: ({ file }) => titleOf(place, String(file)),
    }),
    tool({
      name: "rename_file",
      description: "Gives a file another name. Refuses a name that is taken.",
      input: { type: "object", properties: { from: fileName, to: fileName }, required: ["from", "to"] },
      effect: "once",
      touches: ({ from, to }) => [join(place.files, String(from)), join(place.files, String(to))],
      // So that the story needs nobody to answer. Everything but `read` asks a person unless it says this.
      approval: false,
      run: async ({ from, to }) => {
        rename(place, String(from), String(to))
        await onRenamed(readEffects(place).length)
        return `Renamed "${from}" to "${to}".`
      },
    }),
  ]
}

function rename(place: Place, from: string, to: string): void {
  if (existsSync(join(place.files, to))) throw new Error(`there is a file "${to}" already`)
  renameSync(join(place.files, from), join(place.files, to))
  noteEffect(place, from, to)
}
