// Runs one command with run_command in a process of its own, which may be killed, and repeats what the command prints.
import { builtinTools } from "../../builtin-tools.ts"

const [workspace = "", command = ""] = process.argv.slice(2)
const tool = builtinTools({ workspace }).find(({ name }) => name === "run_command")
const output = (text: string) => void process.stdout.write(text)
await tool?.run({ command } as never, { signal: new AbortController().signal, output } as never)
