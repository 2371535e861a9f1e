// Parses tool names as models write them: "server.tool", "server__tool", or a server given beside the tool.
import { defined } from "../../../base/defined.ts"
import type { WrittenCall } from "../../../contracts/dialect.ts"
import type { ToolDefinition } from "../../../contracts/model.ts"

export type ToolName = Pick<WrittenCall, "server" | "name">

const DOTTED = /^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/
const PLAIN = /^[A-Za-z_][\w-]*$/

/** A name with one of these extensions, such as "report.txt", is a file and not a tool. */
const EXTENSIONS = new Set(
  `7z aac app avi avif bak bash bat bin bmp bz2 c cc cfg class com conf cpp cs css csv db dll dmg doc docx env epub exe flac gif go
  gz h hpp htm html ico ini ipynb iso jar java jpeg jpg js json jsonl jsx key kt lock log lua m4a map md mdx mjs mkv mov mp3 mp4
  net odp ods odt ogg org parquet pdf pem php pl png ppt pptx ps1 psd py r rar rb rs rst rtf scss sh so sql sqlite svg swift tar
  tex tgz tif tiff toml ts tsv tsx txt vue wasm wav webm webp xls xlsx xml xz yaml yml zip zsh`.split(/\s+/),
)

/** The tools that were offered. If the list is empty, the tools are unknown and any name is accepted. */
export class OfferedTools {
  readonly #byName: ReadonlyMap<string, ToolDefinition>

  constructor(tools: readonly ToolDefinition[]) {
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]))
  }

  get areKnown(): boolean {
    return this.#byName.size > 0
  }

  find({ server, name }: ToolName): ToolDefinition | undefined {
    return this.#byName.get(fullName({ name, ...defined({ server }) })) ?? this.#byName.get(name)
  }

  has(written: string): boolean {
    return this.#byName.has(written) || this.#byName.has(fullName(this.split(written)))
  }

  /** Whether any tool has a parameter of this name. */
  takes(argument: string): boolean {
    return [...this.#byName.values()].some(({ inputSchema }) => Object.hasOwn(Object(inputSchema.properties), argument))
  }

  /** Whether the text is certainly a tool name, wherever it occurs. */
  isCertain(written: string): boolean {
    return this.has(written) || isDotted(written)
  }

  /** Whether the text could be a tool name, at a position where one is expected. */
  isPlausible(written: string): boolean {
    return this.isCertain(written) || (!this.areKnown && PLAIN.test(written))
  }

  /** Separates server and tool; "local" means no server. */
  split(written: string, server = ""): ToolName {
    const [name, given] = [written.trim(), server.trim()]
    if (given !== "" && given.toLowerCase() !== "local") return { server: given, name: withoutServer(name, given) }
    if (this.#byName.has(name) && !name.includes("__")) return { name }
    const parts = /^([^.]+?)__(.+)$/s.exec(name) ?? /^([\w-]+)\.([\w-]+)$/.exec(name)
    if (parts === null) return { name }
    const [, first = "", second = ""] = parts
    return first.toLowerCase() === "local" ? { name: second } : { server: first, name: second }
  }
}

/** Lower case with one dot, and not a file name. */
export function isDotted(written: string): boolean {
  return DOTTED.test(written) && !EXTENSIONS.has(written.slice(written.indexOf(".") + 1))
}

export function isPlainName(written: string): boolean {
  return PLAIN.test(written)
}

/** The name in the form that Pawl gives tools. */
export function fullName({ server, name }: ToolName): string {
  return server === undefined ? name : `${server}__${name}`
}

function withoutServer(name: string, server: string): string {
  const prefix = [`${server}__`, `${server}.`].find((each) => name.startsWith(each) && name.length > each.length)
  return prefix === undefined ? name : name.slice(prefix.length)
}
