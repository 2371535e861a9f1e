// Tools to choose from: the 67 of a desktop, and thousands of invented servers.
import { type Tool, tool } from "../../tools/tool.ts"

const TEXTS = ["Invoice", "Ticket", "Recipe", "Agenda", "Receipt", "Letter", "Plan"]
const SCREENSHOTS = TEXTS.map((_, place) => `Screenshot-${place + 1}.png`)

/** The tools of a story (list, seven times OCR, seven renames) and 64 others. Every call is recorded in `done`. */
export function storyTools(done: string[]): readonly Tool[] {
  const story = [
    aTool("list_directory", "Lists the files and folders in a directory.", ["path"], () => {
      done.push("list")
      return SCREENSHOTS.join("\n")
    }),
    aTool("ocr.extract_text_from_image", "Reads the text in an image or screenshot by OCR.", ["path"], ({ path }) => {
      done.push("ocr")
      return `Text of ${path}: ${TEXTS[SCREENSHOTS.indexOf(String(path))]}`
    }),
    {
      ...aTool("filesystem.move_file", "Moves or renames a file.", ["source", "destination"], (given) => {
        done.push("move")
        return `Moved ${given.source} to ${given.destination}`
      }),
      effect: "once" as const,
    },
  ]
  const others = AREAS.flatMap((area) =>
    DEEDS.map((deed) => aTool(`${area}.${deed}_entry`, `Lets you ${deed} an entry of the ${area}.`, ["entry"])),
  )
  return [...others.slice(0, 40), ...story, ...others.slice(40, 64)]
}

const AREAS = ["ledger", "calendar", "contacts", "music", "weather", "cookbook", "travel", "budget"]
const DEEDS = ["create", "update", "delete", "find", "list", "share", "archive", "count"]

/** Invented tools, each of a server. One of them is `garden__water_plants`. */
export function manyTools(many: number): readonly Tool[] {
  const made = Array.from({ length: many - 3 }, (_, place): Tool => {
    const server = `${AREAS[place % AREAS.length]}${Math.floor(place / (AREAS.length * DEEDS.length)) || ""}`
    const deed = DEEDS[Math.floor(place / AREAS.length) % DEEDS.length] ?? ""
    const name = `${deed}_entry_${place}`
    const about = `Lets you ${deed} an entry of the ${AREAS[place % AREAS.length]}, number ${place}.`
    return { ...aTool(`${server}__${name}`, about, ["entry"]), origin: { server, tool: name } }
  })
  const garden = ["water_plants", "prune_hedge", "mow_lawn"].map((name): Tool => {
    const about = `Lets you ${name.replace("_", " ")} in the garden.`
    return { ...aTool(`garden__${name}`, about, ["minutes"]), origin: { server: "garden", tool: name } }
  })
  return [...made, ...garden]
}

type Run = (input: Readonly<Record<string, unknown>>) => string

function aTool(name: string, description: string, inputs: readonly string[], run: Run = () => `${name} was run`): Tool {
  const properties = Object.fromEntries(
    inputs.map((each) => [each, { type: ["string", "number"], description: `The ${each}.` }]),
  )
  return tool({
    name,
    description,
    input: { type: "object", properties, required: inputs },
    effect: "read",
    run: (input) => run(input as Readonly<Record<string, unknown>>),
  })
}
