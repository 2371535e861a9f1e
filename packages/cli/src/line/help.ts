// The texts of `--help` and `pawl help COMMAND`: enough to begin, and where to read more.
import { out } from "../terminal/screen.ts"
import { usageError } from "../usage.ts"
import { COMMANDS, type Command, commandNamed } from "./commands.ts"
import { COMMON_OPTIONS, optionNamed, PROMPT_OPTIONS } from "./options.ts"

export async function help(topic: string | undefined): Promise<number> {
  if (topic === undefined) return print(general())
  const command = commandNamed(topic)
  if (command === undefined)
    return usageError(
      topic,
      COMMANDS.map(({ name }) => name),
    )
  return print(
    `${about(command)}${topic === "models" ? `\n${(await import("../agent/providers.ts")).modelAdvice()}` : ""}`,
  )
}

function print(text: string): number {
  out.write(text)
  return 0
}

function general(): string {
  return `pawl: agents whose turns are never lost and whose effects are never silently repeated.

Usage
  pawl                     talk to the agent (without a terminal and a model: the demo, in a checkout)
  pawl -p "..."            send one message, print the answer and exit
  pawl COMMAND             see below; "pawl help COMMAND" explains a command

Commands
${COMMANDS.map(({ name, summary }) => `  ${name.padEnd(11)} ${summary}`).join("\n")}
  ${"help".padEnd(11)} this text, "help COMMAND", or "help models" for how to get a model

Options
${optionLines([...PROMPT_OPTIONS, ...COMMON_OPTIONS])}
  ${"--version, -v".padEnd(28)} show the version

Examples
  pawl --model ollama:qwen3                      start a conversation
  git diff | pawl -p "Review this"               piped input is appended to the prompt
  pawl -p "Summarise @report.pdf and @shots/a.png"   files, images, PDFs and folders named with @ are shown to the model
  pawl -c -p "And the tests?"                    go on with the last session of this folder
  pawl -p "List the risks" --output-format json  one object: text, outcome, usage, session, error
  pawl resume 01k9                               finish an interrupted turn
  pawl --profile local-desktop                   use another profile; "pawl profiles" lists them
  pawl --model openai:gpt-5 --fallback ollama:qwen3   ask the second when the first cannot answer
  pawl demo --no-crash                           in a checkout: the demo in one process, without the kill

Exit codes
  0 done   1 failed   2 wrong usage   41 the model refused the key   42 wrong input   52 wrong configuration, or Node too old
  53 limit reached (iterations, costs)   130 cancelled   143 stopped by SIGTERM (129: SIGHUP); the turn is stored

Environment
  PAWL_MODEL, PAWL_FALLBACKS (with commas), PAWL_PROFILE, PAWL_DIALECT, PAWL_APPROVE, PAWL_MAX_ITERATIONS, PAWL_MAX_COST,
  PAWL_WINDOW, PAWL_THINKING, PAWL_RUNNER   same as the options
  PAWL_DATABASE, PAWL_SERVER, PAWL_METRICS   same as the options
  PAWL_HOME     keep everything in this folder instead of the XDG folders ("pawl config path")
  ANTHROPIC_API_KEY, OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_HOST, ...   "pawl help models"
  NO_COLOR      no colours; they are used on a terminal only
`
}

function about({ name, usage, summary, details, options }: Command): string {
  const lines = usage.map((words) => `  pawl ${name}${words === "" ? "" : ` ${words}`}`)
  return `pawl ${name}: ${summary}

Usage
${lines.join("\n")}

${details}

Options
${optionLines([...options, ...COMMON_OPTIONS])}
`
}

function optionLines(names: readonly string[]): string {
  return names
    .flatMap((name) => optionNamed(name) ?? [])
    .map(({ name, short, value, summary }) => {
      const spelled = `--${name}${short === undefined ? "" : `, -${short}`}${value === undefined ? "" : ` ${value}`}`
      return `  ${spelled.padEnd(28)} ${summary}`
    })
    .join("\n")
}
