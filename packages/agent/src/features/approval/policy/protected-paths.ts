// Files that decide what programs do later, or that hold keys: other programs run or use what is written there, without
// an approval. No grant covers them, and where the workspace is a home folder no tool changes them at all.

interface Group {
  readonly what: string
  /** Each path covers everything below it. A name may begin or end in "*". */
  readonly paths: readonly string[]
}

export const PROTECTED: readonly Group[] = [
  {
    what: "Pawl's own settings",
    paths: [".pawl", ".pawl.json", ".mcp.json", ".config/pawl", ".local/share/pawl", ".local/state/pawl"],
  },
  {
    what: "a start file of a shell",
    paths: [
      ...[
        ".bashrc",
        ".bashrc.d",
        ".bash_profile",
        ".bash_login",
        ".bash_logout",
        ".bash_aliases",
        ".profile",
        ".inputrc",
      ],
      ...[
        ".zshrc",
        ".zshenv",
        ".zprofile",
        ".zlogin",
        ".zlogout",
        ".zsh",
        ".oh-my-zsh",
        ".config/zsh",
        ".kshrc",
        ".mkshrc",
      ],
      ...[".cshrc", ".tcshrc", ".login", ".logout", ".config/fish", ".config/nushell", ".config/powershell"],
      ...[".config/elvish", ".xonshrc", ".config/xonsh", ".pam_environment", ".config/environment.d", ".tmux.conf"],
      ...[
        ".config/tmux",
        ".screenrc",
        ".direnvrc",
        ".config/direnv",
        ".envrc",
        ".config/starship.toml",
        ".config/mise",
      ],
      ...[
        ".bash_completion",
        "*.zwc",
        ".p10k.zsh",
        ".fzf.*",
        ".local/share/mise",
        ".local/share/rtx",
        ".shrc",
        ".shinit",
      ],
      ...[
        ".lessfilter",
        ".lesskey",
        ".local/share/bash-completion",
        ".local/share/zinit",
        ".zinit",
        ".antigen",
        ".zplug",
      ],
      ...[".local/share/fish", ".tmux", ".byobu", ".config/byobu", ".config/oils", ".elvish", ".yashrc", ".ashrc"],
    ],
  },
  {
    what: "git's own files or hooks",
    paths: [
      ".git",
      ".gitconfig",
      ".config/git",
      ".git-credentials",
      ".githooks",
      ".husky",
      ".pre-commit-config.yaml",
      "lefthook.y*",
      ".lefthook.y*",
      "lefthook.toml",
      ".overcommit.yml",
      ".hg",
      ".hgrc",
    ],
  },
  {
    what: "something that is started by itself",
    paths: [
      ...[".config/systemd", ".local/share/systemd", ".config/autostart", ".config/plasma-workspace", ".crontab"],
      ...[
        "Library/LaunchAgents",
        "Library/LaunchDaemons",
        "Library/StartupItems",
        ".xinitrc",
        ".xprofile",
        ".xsession",
      ],
      ...[".xsessionrc", ".Xresources", ".config/i3", ".config/sway", ".config/hypr", ".local/share/applications"],
      ...[
        "/etc",
        "/var/spool/cron",
        "/var/spool/at",
        "/usr",
        "/bin",
        "/sbin",
        "/lib*",
        "/boot",
        "/opt",
        "/nix",
        "/Library",
      ],
      ...["/System", ".config/openbox", ".config/lxsession", ".gnomerc", ".kde", ".local/share/dbus-1", ".forward"],
      ...[".procmailrc", ".config/awesome", ".config/bspwm", ".config/sxhkd", ".xbindkeysrc", ".config/autorandr"],
    ],
  },
  {
    what: "keys or how others are reached",
    paths: [
      ...[".ssh", ".gnupg", ".netrc", "_netrc", ".aws", ".azure", ".kube", ".docker", ".config/gcloud", ".config/gh"],
      ...[
        ".password-store",
        ".pgpass",
        ".my.cnf",
        ".curlrc",
        ".wgetrc",
        ".config/op",
        ".config/rclone",
        ".vault-token",
      ],
      ...["Library/Keychains", ".local/share/keyrings", ".terraformrc", ".terraform.d", ".boto", ".s3cfg"],
      ...[".rhosts", ".shosts", ".k5login", ".k5users", ".config/ssh"],
    ],
  },
  {
    what: "settings of a package manager, or programs it put on the search path",
    paths: [
      ...[".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmrc", ".pnpmfile.cjs", ".pypirc", ".pip", ".config/pip", "pip.conf"],
      ...[".config/pnpm", ".config/yarn", ".cargo/config", ".cargo/config.toml", ".cargo/env", ".cargo/bin", ".gemrc"],
      ...[
        ".cargo/credentials*",
        ".bundle",
        ".m2",
        ".gradle",
        ".condarc",
        ".bunfig.toml",
        ".local/bin",
        ".nvm",
        ".pyenv",
      ],
      ...[".rbenv", ".asdf", ".volta", ".bun/bin", ".deno/bin", ".config/composer", ".composer"],
      ...[
        ".local/lib",
        ".config/mise.toml",
        ".nodenv",
        ".sdkman",
        ".local/share/pnpm",
        ".config/uv",
        ".config/pypoetry",
      ],
      ...[".pydistutils.cfg", ".rustup", ".sbt", ".sbtopts", ".mavenrc", ".mvn", ".lein", ".opam", ".stack", ".cabal"],
    ],
  },
  {
    what: "what an editor or another tool runs when it opens a folder",
    paths: [
      ...[".vscode", ".vscode-server", ".idea", ".zed", ".devcontainer", ".cursor", ".claude", ".codex", ".gemini"],
      ...[".config/Code", ".config/zed", "Library/Application Support/Code", ".vimrc", ".gvimrc", ".exrc", ".vim"],
      ...[".nvimrc", ".nvim.lua", ".config/nvim", ".emacs", ".emacs.d", ".config/emacs", ".dir-locals.el", ".gdbinit"],
      ...[".config/gdb", ".lldbinit", ".pdbrc", ".pythonrc", ".Rprofile", ".irbrc", ".psqlrc", ".sqliterc", ".mailcap"],
      ...[".mise.toml", "mise.toml", ".ipython", ".jupyter", ".config/matplotlib", ".octaverc", ".ghci", ".replit"],
      ...[
        ".julia/config",
        ".Renviron",
        ".iex.exs",
        ".erlang",
        ".pryrc",
        ".noderc",
        ".ideavimrc",
        ".spacemacs",
        ".doom.d",
      ],
      ...[
        ".config/doom",
        ".config/helix",
        ".config/kak",
        ".nanorc",
        ".config/kitty",
        ".wezterm.lua",
        ".config/wezterm",
      ],
      ...[".config/alacritty", ".muttrc", ".mutt", ".mailrc", ".windsurf", ".continue", ".aider.conf.yml"],
      ...[".config/opencode", ".config/goose", ".local/share/nvim", ".tigrc"],
    ],
  },
]

export interface ProtectedHow {
  /** Also folders that would hold such a file: moving a folder moves what is in it. */
  readonly withFolders?: boolean
}

/**
 * What the file is, for people and models; undefined when it is not protected. `path`: relative or absolute, as
 * written.
 */
export function protectedWhy(path: string, { withFolders = false }: ProtectedHow = {}): string | undefined {
  const isAbsolute = /^[\\/]/.test(path)
  const names = plainNames(path)
  let first: Row | undefined
  for (const [at, name] of names.entries()) {
    for (const row of rowsFor(name)) {
      if ((row.isTop && (!isAbsolute || at > 0)) || (first !== undefined && first.rank < row.rank)) continue
      if (isPrefix(row.steps, names, at) || (withFolders && isHolder(row.steps, names, at))) first = row
    }
  }
  return first?.what
}

interface Row {
  readonly what: string
  readonly steps: readonly string[]
  /** It matches only at the top of the file system. */
  readonly isTop: boolean
  /** Its place in the table: where several match, the first one says what it is. */
  readonly rank: number
}

const ROWS: readonly Row[] = PROTECTED.flatMap(({ what, paths }) => paths.map((path) => ({ what, path }))).map(
  ({ what, path }, rank) => ({ what, steps: plainNames(path), isTop: path.startsWith("/"), rank }),
)

/**
 * By their first name, because a path may have very many names: each is looked up instead of compared with the whole
 * table.
 */
const BY_NAME = Map.groupBy(
  ROWS.filter(({ steps: [first = ""] }) => !first.includes("*")),
  ({ steps: [first = ""] }) => first,
)
const BY_PART = ROWS.filter(({ steps: [first = ""] }) => first.includes("*"))

function rowsFor(name: string): readonly Row[] {
  const rows = BY_NAME.get(name) ?? []
  const more = BY_PART.filter(({ steps: [first = ""] }) => isName(name, first))
  return more.length === 0 ? rows : [...rows, ...more]
}

/** All names of the row stand there, one after the other. */
function isPrefix(steps: readonly string[], names: readonly string[], at: number): boolean {
  return steps.every((step, index) => isName(names[at + index], step))
}

/** The path ends in the middle of the row. */
function isHolder(steps: readonly string[], names: readonly string[], at: number): boolean {
  // Checked first, so that a long path is not copied.
  if (names.length <= at || names.length - at >= steps.length) return false
  return names.slice(at).every((name, index) => isName(name, steps[index] ?? ""))
}

function isName(name: string | undefined, step: string): boolean {
  if (step.startsWith("*")) return name?.endsWith(step.slice(1)) === true
  return step.endsWith("*") ? name?.startsWith(step.slice(0, -1)) === true : name === step
}

/**
 * The names as a file system may see them that ignores case, drops invisible characters, takes several forms of a
 * letter for one, and cuts dots and spaces off the end. Where it does none of this, Pawl asks too often, never too
 * rarely.
 */
function plainNames(path: string): readonly string[] {
  return path
    .split(/[\\/]+/)
    .map((name) => name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, ""))
    .map((name) =>
      (name.replace(/[. ]+$/, "") || name)
        .toUpperCase()
        .toLowerCase()
        .replace(/^git~\d$/, ".git"),
    )
    .filter((name) => name !== "" && name !== ".")
}
