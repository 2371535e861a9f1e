// The completion scripts of three shells. What they know comes from the tables; sessions are asked for when they are needed.
import { COMMANDS, type Command } from "../line/commands.ts"
import { COMMON_OPTIONS, OPTIONS, type Option, optionNamed, PROMPT_OPTIONS } from "../line/options.ts"

const GENERAL = [...PROMPT_OPTIONS, ...COMMON_OPTIONS]

export function bashScript(): string {
  return `# Completion of pawl for bash: source <(pawl completion bash)
_pawl() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" action="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $word != -* ]]; then if [[ -z $command ]]; then command=$word; else action=$word; break; fi; fi
  done
  case "$prev" in
${withChoices()
  .map(
    ({ name, choices = [] }) => `    --${name}) COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$cur")); return ;;`,
  )
  .join("\n")}
    --resume|-r) _pawl_sessions "$cur"; return ;;
  esac
  local words=""
  case "$command" in
${COMMANDS.map((command) => `    ${command.name}) words="${[...actionsOf(command), ...optionWords([...command.options, ...COMMON_OPTIONS])].join(" ")}" ;;`).join("\n")}
    "") words="${[...COMMANDS.map(({ name }) => name), "help", ...optionWords(GENERAL)].join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case "$command" in
    ${namingCommands().join("|")}) [[ $cur == -* || $action != "" ]] || _pawl_sessions "$cur" ;;
    sessions) [[ $cur == -* || $action == "" ]] || _pawl_sessions "$cur" ;;
  esac
}
_pawl_sessions() {
  local name
  while IFS= read -r name; do
    [[ $name == "$1"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <(pawl completion names 2>/dev/null)
}
complete -o default -F _pawl pawl
`
}

export function zshScript(): string {
  return `#compdef pawl
# Completion of pawl for zsh: source <(pawl completion zsh)
_pawl() {
  local -a commands found
  commands=(
${COMMANDS.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join("\n")}
  )
  local command=""
  local word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ $word != -* ]]; then command=$word; break; fi
  done
  case "$command" in
${COMMANDS.map((command) => `    ${command.name}) found=(${[...actionsOf(command), ...optionWords([...command.options, ...COMMON_OPTIONS])].join(" ")}) ;;`).join("\n")}
    "") _describe command commands; found=(${optionWords(GENERAL).join(" ")}) ;;
  esac
  compadd -a found
  case "$command" in
    sessions|${namingCommands().join("|")}) compadd -- "\${(@f)$(pawl completion names 2>/dev/null)}" ;;
  esac
  _files
}
compdef _pawl pawl
`
}

export function fishScript(): string {
  const lines = COMMANDS.flatMap((command) => [
    `complete -c pawl -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}`,
    ...actionsOf(command).map(
      (action) => `complete -c pawl -n "__fish_seen_subcommand_from ${command.name}" -a ${action}`,
    ),
    ...optionsOf(command.options).map((option) => fishOption(option, `__fish_seen_subcommand_from ${command.name}`)),
  ])
  const naming = `complete -c pawl -n "__fish_seen_subcommand_from sessions ${namingCommands().join(" ")}" -a "(pawl completion names 2>/dev/null)"`
  const general = optionsOf(GENERAL).map((option) => fishOption(option, "__fish_use_subcommand"))
  return `# Completion of pawl for fish: pawl completion fish | source\n${[...lines, naming, ...general].join("\n")}\n`
}

function fishOption({ name, short, value, choices, summary }: Option, when: string): string {
  const spelled = `-l ${name}${short === undefined ? "" : ` -s ${short}`}${value === undefined ? "" : " -r"}`
  const values = choices === undefined ? "" : ` -a "${choices.join(" ")}"`
  return `complete -c pawl -n "${when}" ${spelled}${values} -d ${quoted(summary)}`
}

/** Commands whose first word is a session. */
function namingCommands(): readonly string[] {
  return COMMANDS.filter(({ usage }) => usage.some((each) => /^\[?ID/.test(each))).map(({ name }) => name)
}

/** The words that a command takes first, as "list". */
function actionsOf({ usage }: Command): readonly string[] {
  return [...new Set(usage.flatMap((each) => /^[a-z]+(?=$|[ [])/.exec(each) ?? []))]
}

function optionsOf(names: readonly string[]): readonly Option[] {
  return names.flatMap((name) => optionNamed(name) ?? [])
}

function optionWords(names: readonly string[]): readonly string[] {
  return optionsOf(names).map(({ name }) => `--${name}`)
}

function withChoices(): readonly Option[] {
  return OPTIONS.filter(({ choices }) => choices !== undefined)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
