// A place with a model that plays stories, and the real program on a screen in it.
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { type Story, type StoryModel, storyModel } from "../../web/__fixtures__/story-model.ts"
import { startTmux, type Tmux, type TmuxHow } from "./tmux.ts"

const BIN = fileURLToPath(new URL("../../../packages/cli/bin/pawl.js", import.meta.url))
/** On Linux scripts/system-packages.sh installs tmux; elsewhere the tests of the screen are skipped. */
export const hasTmux = process.platform === "linux"

const MARKDOWN = [
  "# A heading",
  "Some **bold** words and `code` in a line that is long enough to be wrapped between two words of it.",
  '```ts\nconst one = 1 // a comment\n\nexport const two = "2"\n```',
  "| name | size |\n|---|---|\n| apple | 1 |\n| pear | 22 |",
  "- first\n- second",
  "The end.",
].join("\n\n")

/** The second line waits until the test says so. */
const HALVES = `${"The first half. ".repeat(8)}\n\n${"The second half. ".repeat(8)}`

/** What the person says decides what the model does. */
export const story: Story = ({ input, results }) => {
  const [result] = results
  if (input.startsWith("tasks")) return taskStory(results.length)
  if (result !== undefined) return { text: `The tool said: ${result.split("\n")[0]?.slice(0, 60)}` }
  if (input.startsWith("slow"))
    return { text: Array.from({ length: 80 }, (_, at) => `Line ${at}.\n\n`).join(""), pauseMs: 60 }
  if (input.startsWith("count")) return { calls: [{ name: "run_command", arguments: { command: "seq 1 40" } }] }
  if (input.startsWith("write"))
    return { calls: [{ name: "write_file", arguments: { path: "a.txt", content: "one\ntwo\n" } }] }
  if (input.startsWith("ask"))
    return { calls: [{ name: "ask_user", arguments: { question: "Which colour?", options: ["red", "blue"] } }] }
  if (input.startsWith("long")) return { text: Array.from({ length: 700 }, (_, at) => `Paragraph${at}`).join("\n\n") }
  if (input.startsWith("flood")) return { calls: [{ name: "run_command", arguments: { command: "seq 1 200000" } }] }
  if (input.startsWith("futile"))
    return { calls: [{ name: "edit_file", arguments: { path: "a.txt", old_text: "not there", new_text: "x" } }] }
  if (input.startsWith("fail once"))
    return input.includes("The last turn failed") ? { text: "Now it works." } : { status: 400 }
  if (input.startsWith("markdown")) return { text: MARKDOWN }
  const lines = input.split("\n")
  return { text: lines.length > 20 ? `You said: ${lines[0]} and ${lines.length - 1} more` : `You said: ${input}` }
}

/** Makes a list of tasks, does the first, and talks while the others are left. */
function taskStory(round: number): ReturnType<Story> {
  const calls = [
    { action: "create", titles: ["read the letter", "write an answer", "send it"] },
    { action: "update", id: 1, status: "done" },
    { action: "update", id: 2, status: "in_progress" },
  ]
  const given = calls[round]
  if (given !== undefined) return { calls: [{ name: "tasks", arguments: given }] }
  return { text: "Now I am writing it. ".repeat(12), pauseMs: 60 }
}

export interface StartHow extends Partial<TmuxHow> {
  /** Settings of variables for the command alone: tmux has its own TERM. */
  readonly before?: string
  /** What shows that the program is ready, if not the row of a screen. */
  readonly shows?: RegExp
}

export interface ScreenPlace {
  readonly work: string
  readonly bin: string
  readonly env: NodeJS.ProcessEnv
  /** The drafts on disk. */
  drafts(): readonly string[]
  /** Starts the program, in a folder of its own unless one is given: a draft stays with its folder. */
  start(words?: string, how?: StartHow): Promise<Tmux>
  /** Lets the model say the second half of the answer to "wait". */
  release(): void
  /** Runs the program without a terminal, until it ends. `input` is piped in. */
  run(words: readonly string[], cwd: string, input?: string): Promise<Ended>
  close(): Promise<void>
}

export interface Ended {
  readonly exit: number | null
  readonly stdout: string
  readonly stderr: string
}

export async function screenPlace(): Promise<ScreenPlace> {
  let gate = Promise.withResolvers<void>()
  const model: StoryModel = await storyModel((asked) =>
    asked.input.startsWith("wait") ? { text: HALVES, until: gate.promise } : story(asked),
  )
  const root = mkdtempSync(join(tmpdir(), "pawl-screen-"))
  const work = join(root, "work")
  mkdirSync(work)
  const open: Tmux[] = []
  const env = {
    PAWL_HOME: join(root, "home"),
    PAWL_SCREEN: undefined,
    ACCESSIBLE: undefined,
    PAWL_MODEL: "openai:story",
    OPENAI_API_KEY: "x",
    OPENAI_BASE_URL: model.url,
    NODE_OPTIONS: undefined,
    NO_COLOR: undefined,
    EDITOR: undefined,
    VISUAL: undefined,
  }
  const processEnv = Object.fromEntries(
    Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined),
  )
  return {
    work,
    bin: BIN,
    release() {
      gate.resolve()
      gate = Promise.withResolvers()
    },
    env: processEnv,
    async run(words, cwd, input = "") {
      const child = spawn(process.execPath, [BIN, ...words], { cwd, env: processEnv })
      child.stdin.end(input)
      const [exit, stdout, stderr] = await Promise.all([
        new Promise<number | null>((resolve) => child.on("close", resolve)),
        text(child.stdout),
        text(child.stderr),
      ])
      return { exit, stdout, stderr }
    },
    drafts() {
      const folder = join(root, "home", "drafts")
      return existsSync(folder) ? readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8")) : []
    },
    async start(words = "", { before = "", shows = /mode \w+/, ...how } = {}) {
      const own = join(root, `work-${open.length}`)
      mkdirSync(own)
      const line = `${before} '${process.execPath}' '${BIN}' ${words}`
      const tmux = await startTmux(line, { cwd: own, ...how, env: { ...env, ...how.env } })
      open.push(tmux)
      await tmux.see(shows)
      return tmux
    },
    async close() {
      for (const tmux of open) await tmux.close()
      await model.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
