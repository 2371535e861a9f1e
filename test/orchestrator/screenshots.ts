// The setting of the seed's story: seven screenshots in a folder, 67 tools, and models that know only what their
// requests show them. Each model fails when a tool, an argument or an earlier result that it needs is missing.
import { readFileSync } from "node:fs"
import type { JsonObject } from "../../packages/agent/src/contracts/json.ts"
import { call, type Script, type ScriptRequest } from "../../packages/agent/src/model/scripted.ts"
import { type Tool, tool } from "../../packages/agent/src/tools/tool.ts"

export const TITLES = ["Invoice", "Tickets", "Recipe", "Garden", "Lecture", "Warranty", "Map"]
export const SAID = "Rename the seven screenshots in /home/me/Desktop by the text they show."

export interface ScreenshotStory {
  /** Names to titles, as they are on disk. */
  readonly files: Map<string, string>
  readonly tools: readonly Tool[]
}

/** `broken`: a file that cannot be read the first time. */
export function screenshotStory({ broken }: { readonly broken?: string } = {}): ScreenshotStory {
  let isBroken = broken !== undefined
  const files = new Map(TITLES.map((title, index) => [`/home/me/Desktop/Screenshot ${index + 1}.png`, title]))
  const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
  const move = {
    type: "object",
    properties: { source: { type: "string" }, destination: { type: "string" } },
    required: ["source", "destination"],
  } as const
  const own: readonly Tool[] = [
    tool({
      name: "list_directory",
      description: "Lists the files and folders in a directory.",
      input: path,
      effect: "read",
      run: ({ path: folder }) => [...files.keys()].filter((file) => file.startsWith(`${folder}/`)).join("\n"),
    }),
    tool({
      name: "extract_text_from_image",
      description: "Reads the text in an image or a screenshot (OCR).",
      input: path,
      effect: "read",
      run: ({ path: file }) => {
        const isNow = isBroken && String(file).endsWith(String(broken))
        if (isNow) isBroken = false
        if (isNow) throw new Error("The image could not be opened.")
        return files.get(String(file)) ?? Promise.reject(new Error(`There is no ${file}.`))
      },
    }),
    tool({
      name: "move_file",
      description: "Moves or renames a file.",
      input: move,
      effect: "once",
      run: ({ source, destination }) => {
        const title = files.get(String(source))
        if (title === undefined) throw new Error(`There is no ${source}.`)
        files.delete(String(source))
        files.set(String(destination), title)
        return `Moved ${source} to ${destination}.`
      },
    }),
  ]
  return { files, tools: [...own, ...others(64)] }
}

/** Real tools that are unrelated to the story. */
function others(count: number): readonly Tool[] {
  const file = new URL("../../bench/prefilter/labelled.json", import.meta.url)
  const { tools } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly tools: readonly {
      readonly server: string
      readonly name: string
      readonly description: string
      readonly inputSchema: JsonObject
    }[]
  }
  const fitting = tools.filter(({ server }) => server !== "filesystem")
  return fitting.slice(0, count).map(({ server, name, description, inputSchema }) =>
    tool({
      name: `${server}__${name}`.slice(0, 64),
      description,
      input: inputSchema,
      effect: "once",
      run: () => {
        throw new Error("No model should call this.")
      },
    }),
  )
}

export function shown({ request }: ScriptRequest): string {
  const words = request.messages.map((message) =>
    message.role === "assistant"
      ? message.text
      : message.parts.map((part) => (part.type === "text" ? part.text : "")).join("\n"),
  )
  return [request.system, ...words].join("\n")
}

export function isPlanning(request: ScriptRequest): boolean {
  return request.request.tools.length === 0 && shown(request).includes("plan it")
}

export function isRouting(request: ScriptRequest): boolean {
  return /<step number="\d+">/.test(shown(request))
}

export function stepIn(request: ScriptRequest): string {
  const [, step = ""] = /<step number="\d+">\n([\s\S]*?)\n<\/step>/.exec(shown(request)) ?? []
  return step
}

/** A planner that does not know the files yet: two of its steps apply to each file that the first one finds. */
export const planner: Script = (request) => {
  if (isPlanning(request)) {
    for (const name of ["list_directory", "extract_text_from_image", "move_file"]) request.need(`- ${name}:`)
    const folder = request.need("/home/me/Desktop")
    return `Here is the plan:
1. [list_directory] List the files in ${folder}
2. [extract_text_from_image] Read the text of each of the screenshots (needs 1)
3. [move_file] Rename each screenshot to the text it shows, with the ending .png (needs 1, 2)`
  }
  const renamed = [...shown(request).matchAll(/Moved (\S+ \d)\.png to \S+\/(\w+)\.png\./g)]
  return `I renamed ${renamed.length} screenshots: ${renamed.map(([, , title]) => title).join(", ")}.`
}

/** A small router: it is shown a step, a few tools, and the results that the step refers to. */
export const router: Script = (request) => {
  const step = stepIn(request)
  if (step.startsWith("List")) {
    request.needTool("list_directory")
    const [folder = ""] = /\/home\/\S+/.exec(step) ?? []
    return { calls: [call("list_directory", { path: folder })] }
  }
  const files = [
    ...new Set(
      [...shown(request).matchAll(/^(\/home\/me\/Desktop\/Screenshot \d\.png)$/gm)].map(([, file = ""]) => file),
    ),
  ]
  if (step.startsWith("Read")) {
    request.needTool("extract_text_from_image")
    if (files.length !== TITLES.length) throw new Error(`The router is shown ${files.length} files.`)
    return { calls: files.map((path) => call("extract_text_from_image", { path })) }
  }
  request.needTool("move_file")
  const texts = [...shown(request).matchAll(/extract_text_from_image \{"path":"([^"]+)"\}\n(\w+)/g)]
  if (texts.length !== TITLES.length) throw new Error(`The router is shown ${texts.length} texts.`)
  return {
    calls: texts.map(([, source = "", title]) =>
      call("move_file", { source, destination: `/home/me/Desktop/${title}.png` }),
    ),
  }
}

/** The single model: one call per request, derived from the results in it. */
export const single: Script = (request) => {
  const done = request.messages.flatMap((message) => (message.role === "assistant" ? message.calls : []))
  const results = request.messages.flatMap((message) =>
    message.role === "tool" && !message.failed
      ? [{ call: message.call, text: message.parts.map((part) => (part.type === "text" ? part.text : "")).join("") }]
      : [],
  )
  const textOf = (id: string) => results.find((result) => result.call === id)?.text ?? ""
  const isDone = (id: string) => results.some((result) => result.call === id)
  const listed = done.find(({ id, name }) => name === "list_directory" && isDone(id))
  if (listed === undefined) {
    request.needTool("list_directory")
    return { calls: [call("list_directory", { path: request.need("/home/me/Desktop") })] }
  }
  const files = textOf(listed.id).split("\n")
  for (const file of files) {
    const read = done.find(
      ({ id, name, arguments: given }) => name === "extract_text_from_image" && given.path === file && isDone(id),
    )
    if (read === undefined) {
      request.needTool("extract_text_from_image")
      return { calls: [call("extract_text_from_image", { path: file })] }
    }
    if (done.some(({ name, arguments: given }) => name === "move_file" && given.source === file)) continue
    request.needTool("move_file")
    return { calls: [call("move_file", { source: file, destination: `/home/me/Desktop/${textOf(read.id)}.png` })] }
  }
  const moved = results.filter(({ text }) => text.startsWith("Moved "))
  return `I renamed ${moved.length} screenshots.`
}

/** One model as planner, router and single model. */
export const alone: Script = (request) => {
  if (isRouting(request)) return router(request)
  if (isPlanning(request) || shown(request).includes("carried out by a plan")) return planner(request)
  return single(request)
}
