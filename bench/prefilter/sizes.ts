// Makes the set smaller or larger. Smaller: some of its tools, and the queries that need no others. Larger: with additional
// tools about other things, made from the real ones, so that they read alike.
import type { Json, JsonObject } from "../../packages/agent/src/contracts/json.ts"
import type { Data, Tools } from "./data.ts"

export function atSize({ tools, queries }: Data, size: number): Data {
  if (size >= tools.length) return { tools: [...tools, ...distractors(tools, size - tools.length)], queries }
  const some = shuffled(tools).slice(0, size)
  const names = new Set(some.map(({ name }) => name))
  return { tools: some, queries: queries.filter((query) => query.tools.every((name) => names.has(name))) }
}

/** In a fixed order. */
function shuffled(tools: Tools): Tools {
  return tools.toSorted((a, b) => hash(a.name) - hash(b.name))
}

function distractors(tools: Tools, many: number): Tools {
  return Array.from({ length: many }, (_, place) => {
    const round = Math.floor(place / tools.length) + 1
    const model = tools[place % tools.length] as Tools[number] // Within it.
    const [server = "", ...rest] = model.name.split(".")
    const swap = (text: string) => swapped(text, round)
    return {
      name: `${swap(server)}-${round}.${swap(rest.join("."))}`,
      description: swap(model.description),
      inputSchema: swappedJson(model.inputSchema, swap) as JsonObject, // Of the same shape.
    }
  })
}

/** Replaces uncommon words by things that no query is about. */
const OTHERS =
  `shipment tenant sensor turbine ledger warehouse patient prescription invoice vessel crane parcel pallet rivet
lathe furnace reactor valve orchard harvest seedling tractor herd auction appraisal mortgage lease premium claim pension verdict
subpoena docket statute embassy visa passport customs tariff voucher coupon loyalty checkout basket catalog fabric loom dye kiln
glaze telescope comet orbit payload booster antenna satellite glacier seismograph borehole aquifer quarry smelter alloy`.split(
    /\s+/,
  )

const KEPT = new Set(
  `a an the of for in on to with by from and or as is are be it its this that all any new list get create update delete search add
remove set find read write move send given one more if not can will use using when which return returns name id type value
default optional required string number true false`.split(/\s+/),
)

function swapped(text: string, round: number): string {
  return text.replace(/[A-Za-z]{3,}/g, (word) => {
    const small = word.toLowerCase()
    return KEPT.has(small) ? word : (OTHERS[hash(`${small} ${round}`) % OTHERS.length] as string) // Within it.
  })
}

function swappedJson(value: Json, swap: (text: string) => string): Json {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map((each) => swappedJson(each, swap))
  const entries = Object.entries(value as JsonObject).map(([key, each]) => {
    if (key === "description" && typeof each === "string") return [key, swap(each)]
    if (key !== "properties" || typeof each !== "object" || each === null || Array.isArray(each))
      return [key, swappedJson(each, swap)]
    return [
      key,
      Object.fromEntries(Object.entries(each).map(([name, schema]) => [swap(name), swappedJson(schema as Json, swap)])),
    ]
  })
  return Object.fromEntries(entries) as JsonObject
}

/** FNV-1a. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let place = 0; place < text.length; place++) value = Math.imul(value ^ text.charCodeAt(place), 0x01000193)
  return value >>> 0
}
