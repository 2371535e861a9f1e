// Encodes and decodes XML entities: the five names and the numeric ones. Any other ampersand stands for itself.

const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text
  return text.replace(ENTITY, (all, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
    if (name !== undefined) return NAMED[name] as string
    const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

export function encodeEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
}
