// Lists everything that @pawl/agent and its subpaths export, with its comment in the sources.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "rolldown/parseAst"

export interface PublicName {
  /** `@pawl/agent/mcp`. */
  readonly entry: string
  /** `McpTools`, or `McpTools.status` for a member. */
  readonly name: string
  readonly file: string
  /** Line of the declaration, from 1. */
  readonly line: number
  /** Without its stars; empty when there is none. */
  readonly comment: string
  /** Line on which the comment begins. */
  readonly commentLine: number
}

/** The parts of a syntax tree that this file uses. */
interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

interface Source {
  readonly file: string
  readonly text: string
  readonly body: readonly Node[]
}

interface Found {
  readonly source: Source
  /** Several for a function with overloads. */
  readonly nodes: readonly Node[]
}

export function publicNames(root: string): readonly PublicName[] {
  const folder = join(root, "packages/agent")
  const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly name: string
    readonly exports: Readonly<Record<string, { readonly "@pawl/source"?: string }>>
  }
  const sources = new Map<string, Source>()
  const read = (file: string) => sources.get(file) ?? remember(sources, parsed(file))
  return Object.entries(exports).flatMap(([subpath, { "@pawl/source": file }]) => {
    if (file === undefined) return []
    const entry = join(name, subpath)
    return exportsOf(read(join(folder, file)), read).flatMap(([exported, found]) =>
      namesIn(exported, found)
        // Few programs name these types: a sentence for each is enough.
        .filter((each) => subpath !== "./types" || each.name === exported)
        .map((each) => ({ ...each, entry, file: each.file.slice(root.length) })),
    )
  })
}

function remember(sources: Map<string, Source>, source: Source): Source {
  sources.set(source.file, source)
  return source
}

function parsed(file: string): Source {
  const text = readFileSync(file, "utf8")
  return { file, text, body: parseAst(text, { lang: "ts", astType: "ts" }, file).body as unknown as readonly Node[] }
}

type Read = (file: string) => Source

function exportsOf(source: Source, read: Read, prefix = ""): readonly (readonly [string, Found])[] {
  return source.body.flatMap((node): readonly (readonly [string, Found])[] => {
    if (node.type === "ExportAllDeclaration") {
      return exportsOf(read(besides(source, node)), read, `${prefix}${nameOf(node.exported)}.`)
    }
    if (node.type !== "ExportNamedDeclaration") return []
    const declared = declaredBy(node).map((name) => [prefix + name, declarationOf(source, name, read)] as const)
    const listed = listOf(node.specifiers).map((specifier) => {
      const from = node.source === null ? source : read(besides(source, node))
      return [prefix + nameOf(specifier.exported), declarationOf(from, nameOf(specifier.local), read)] as const
    })
    return uniqueByName([...declared, ...listed])
  })
}

/** A function with overloads is exported once for each. */
function uniqueByName<T>(pairs: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return [...new Map(pairs)]
}

function declarationOf(source: Source, name: string, read: Read): Found {
  const nodes = source.body.filter((node) => declaredBy(node).includes(name))
  if (nodes.length > 0) return { source, nodes }
  for (const node of source.body) {
    if (node.type !== "ImportDeclaration" && node.type !== "ExportNamedDeclaration") continue
    const handed = listOf(node.specifiers).find(
      (each) => nameOf(node.type === "ImportDeclaration" ? each.local : each.exported) === name,
    )
    if (handed === undefined || !node.source) continue
    const inner = nameOf(node.type === "ImportDeclaration" ? handed.imported : handed.local)
    return declarationOf(read(besides(source, node)), inner, read)
  }
  throw new Error(`${source.file} exports ${name} and does not declare it.`)
}

function declaredBy(node: Node): readonly string[] {
  const declaration = inner(node)
  if (declaration.type === "VariableDeclaration") return listOf(declaration.declarations).map(({ id }) => nameOf(id))
  return /^(Function|Class|TSInterface|TSTypeAlias)Declaration$|^TSDeclareFunction$/.test(declaration.type)
    ? [nameOf(declaration.id)]
    : []
}

function inner(node: Node): Node {
  return node.type === "ExportNamedDeclaration" && node.declaration ? (node.declaration as Node) : node
}

type Name = Omit<PublicName, "entry">

function namesIn(name: string, { source, nodes }: Found): readonly Name[] {
  const told = nodes.map((node) => nameAt(source, name, node)).toSorted((a, b) => b.comment.length - a.comment.length)
  const members = nodes.flatMap((node) => membersOf(inner(node)))
  const own = members.map((member) => nameAt(source, `${name}.${memberName(member)}`, member))
  return [...told.slice(0, 1), ...uniqueMembers(own), ...eventsIn(name, source)]
}

/** Overloads and accessors: one comment is enough. */
function uniqueMembers(members: readonly Name[]): readonly Name[] {
  const known = new Map<string, Name>()
  for (const member of members) {
    if ((known.get(member.name)?.comment ?? "") === "") known.set(member.name, member)
  }
  return [...known.values()]
}

/** Fields and methods that users see, without discriminants, which need no comment. */
function membersOf(node: Node): readonly Node[] {
  const shape = (node.type === "TSTypeAliasDeclaration" ? node.typeAnnotation : node.body) as Node | undefined
  const members = listOf(shape?.type === "TSTypeLiteral" ? shape.members : shape?.body)
  if (!/^TS(InterfaceBody|TypeLiteral)$|^ClassBody$/.test(shape?.type ?? "")) return []
  return members.filter((member) => {
    const key = member.key as Node | undefined
    if (key === undefined || key.type === "PrivateIdentifier" || member.kind === "constructor") return false
    return member.computed !== true && member.accessibility !== "private" && !isDiscriminator(member)
  })
}

function isDiscriminator(member: Node): boolean {
  const type = (member.typeAnnotation as Node | undefined)?.typeAnnotation as Node | undefined
  return ["kind", "type", "exact"].includes(memberName(member)) && type?.type === "TSLiteralType"
}

function memberName(member: Node): string {
  const key = member.key as Node
  return key.type === "Identifier" ? nameOf(key) : String(key.value)
}

/** The events are the members of one union; each needs a sentence. */
function eventsIn(name: string, source: Source): readonly Name[] {
  if (name !== "Event") return []
  const body = source.body.find((node) => declaredBy(node).includes("EventBody"))
  const union = body && (inner(body).typeAnnotation as Node)
  return listOf(union?.types).map((member) => {
    const told = source.text.slice(member.start, member.end)
    const [, type = told] = /readonly type: ([^;\n}]+)/.exec(told) ?? []
    return nameAt(source, `Event ${type.trim()}`, member)
  })
}

function nameAt({ file, text }: Source, name: string, { start }: Node): Name {
  const above = text.slice(0, start).replace(/\|\s*$/, "")
  const [whole, body = ""] = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(above) ?? []
  const comment = body.replaceAll(/^[ \t]*\* ?/gm, "").trim()
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length
  return { name, file, line: lineAt(start), comment, commentLine: lineAt(above.length - (whole?.length ?? 0)) }
}

function besides({ file }: Source, node: Node): string {
  return join(file, "..", (node.source as { readonly value: string }).value)
}

function nameOf(node: unknown): string {
  return (node as { readonly name: string }).name
}

function listOf(nodes: unknown): readonly Node[] {
  return Array.isArray(nodes) ? nodes : []
}
