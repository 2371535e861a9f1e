// Programs that only look, each with the options and operands by which it does nothing else, checked against their
// manuals for ways to run, write or send. What is not listed here needs an approval, and so does an abbreviated option.
import { isSmallPattern } from "./pattern-size.ts"

/** Whether a value is one of those that are known. */
export interface Fits {
  test(value: string): boolean
}

/** What a program may be given. Letters may stand together behind one dash; the last of them may take a value. */
export interface Known {
  /** Letters without a value. */
  readonly letters?: string
  /** Letters with a value, in the same word or the next. */
  readonly valued?: Readonly<Record<string, Fits>>
  /** Long options as they are written, without a value. */
  readonly long?: readonly string[]
  /** Long options with a value behind "=". */
  readonly longValued?: Readonly<Record<string, Fits>>
  /** A number behind a dash, as in `head -5`. */
  readonly count?: boolean
  /** The options by which it reads whatever is in a folder. */
  readonly searches?: RegExp
  /** What its operands are. `pattern`: the first is no path, unless an option gave the pattern. */
  readonly operands: "none" | "paths" | "pattern, paths" | "revisions, paths"
}

const NUMBER = /^\d{1,9}$/
const SIGNED = /^[+-]?\d{1,9}[kKMG]?$/
const WORDS = /^[^\n]{1,400}$/
/** Not a value that looks like an option: some programs would take it for one. */
const PATTERN: Fits = { test: (value) => /^[^-\n][^\n]{0,400}$/.test(value) && isSmallPattern(value) }
const WHEN = /^(?:always|never|auto)$/
/**
 * Not `%G`, which runs a program to check signatures, nor `%(`, which introduces further placeholders. No width of more
 * than three digits: git would write that many spaces.
 */
const FORMAT = /^(?!.*%(?:[-+ ]?G|[-+ ]?\())(?!.*%[<>|w][^)]*\d{4})[^\n]{0,400}$/
/** The same for dates. */
const DATE = /^(?!.*%[^a-zA-Z]*\d{4})[\w:%. /-]{1,60}$/

/** Without what a repository could use: `--ext-diff`, `--textconv`, `--output`, `--no-index`, `-O`, `-G`, `--submodule`. */
const DIFF: Known = {
  letters: "pusRabwWz",
  valued: { U: NUMBER, M: /^\d{0,3}%?$/ },
  long: [
    ...["--patch", "--no-patch", "--stat", "--numstat", "--shortstat", "--summary", "--name-only", "--name-status"],
    ...["--compact-summary", "--raw", "--patch-with-stat", "--minimal", "--patience", "--histogram", "--no-renames"],
    ...["--find-renames", "--check", "--full-index", "--no-color", "--color", "--word-diff", "--ignore-all-space"],
    ...["--ignore-space-change", "--ignore-space-at-eol", "--ignore-blank-lines", "--function-context", "--no-prefix"],
    ...["--no-ext-diff", "--no-textconv", "--text", "--exit-code", "--quiet", "--cc"],
  ],
  longValued: {
    "--stat": /^[\d,]{1,20}$/,
    "--unified": NUMBER,
    "--color": WHEN,
    "--word-diff": /^(?:plain|color|porcelain|none)$/,
    "--diff-filter": /^[A-Za-z*]{1,20}$/,
    "--diff-algorithm": /^(?:patience|minimal|histogram|myers|default)$/,
    "--abbrev": NUMBER,
    "--find-renames": /^\d{1,3}%?$/,
  },
  operands: "revisions, paths",
}

const LOG: Known = {
  ...DIFF,
  letters: `${DIFF.letters ?? ""}iEFc`,
  valued: { ...DIFF.valued, n: NUMBER },
  count: true,
  long: [
    ...(DIFF.long ?? []),
    ...[
      "--oneline",
      "--graph",
      "--all",
      "--branches",
      "--tags",
      "--remotes",
      "--decorate",
      "--no-decorate",
      "--merges",
    ],
    ...[
      "--no-merges",
      "--first-parent",
      "--reverse",
      "--follow",
      "--abbrev-commit",
      "--no-abbrev-commit",
      "--all-match",
    ],
    ...["--topo-order", "--date-order", "--full-history", "--no-notes", "--left-right", "--cherry-pick", "--parents"],
    ...[
      "--walk-reflogs",
      "--relative-date",
      "--regexp-ignore-case",
      "--invert-grep",
      "--boundary",
      "--simplify-merges",
    ],
  ],
  longValued: {
    ...DIFF.longValued,
    "--format": FORMAT,
    "--pretty": FORMAT,
    "--date": DATE,
    "--decorate": /^(?:short|full|auto|no)$/,
    ...Object.fromEntries(["--max-count", "--skip", "--max-parents", "--min-parents"].map((each) => [each, NUMBER])),
    ...Object.fromEntries(["--since", "--until", "--after", "--before"].map((each) => [each, WORDS])),
    ...Object.fromEntries(["--author", "--committer", "--grep"].map((each) => [each, PATTERN])),
  },
}

const PART_OF_FILE: Known = {
  letters: "qv",
  valued: { n: SIGNED, c: SIGNED },
  count: true,
  long: ["--quiet", "--verbose"],
  longValued: { "--lines": SIGNED, "--bytes": SIGNED },
  operands: "paths",
}

/** By program, and for git by its command: an option in front of the command (`-c`, `-C`, `--git-dir`) is not known. */
export const KNOWN_PROGRAMS: Readonly<Record<string, Known>> = {
  pwd: { letters: "LP", operands: "none" },
  // Not -L and -H, which follow links to elsewhere.
  ls: {
    letters: "aAbBcCdfFgGhiklmnNopqQrRsStuUvxX1",
    long: [
      ...["--all", "--almost-all", "--directory", "--human-readable", "--inode", "--recursive", "--reverse", "--size"],
      ...["--group-directories-first", "--full-time", "--classify", "--file-type", "--color", "--no-group", "--si"],
    ],
    longValued: {
      "--color": WHEN,
      "--sort": /^(?:none|size|time|version|extension|width)$/,
      "--time-style": /^(?:full-iso|long-iso|iso|locale)$/,
      "--format": /^(?:across|commas|horizontal|long|single-column|verbose|vertical)$/,
    },
    operands: "paths",
  },
  cat: {
    letters: "AbeEnstTuv",
    long: ["--number", "--number-nonblank", "--show-all", "--show-ends", "--show-tabs", "--squeeze-blank"],
    operands: "paths",
  },
  head: PART_OF_FILE,
  // Not -f, which never ends, and --pid, --retry with it.
  tail: PART_OF_FILE,
  // Not --files0-from, which reads names of files.
  wc: { letters: "clLmw", long: ["--bytes", "--chars", "--lines", "--words", "--max-line-length"], operands: "paths" },
  // Not -f and --exclude-from, which read files, -R, which follows links, and -P, which may never end.
  grep: {
    letters: "acEFGhHiIlLnoqrsvwxyzZ",
    valued: { A: NUMBER, B: NUMBER, C: NUMBER, m: NUMBER, e: PATTERN },
    count: true,
    long: [
      ...["--count", "--extended-regexp", "--fixed-strings", "--ignore-case", "--invert-match", "--line-number"],
      ...[
        "--files-with-matches",
        "--files-without-match",
        "--only-matching",
        "--recursive",
        "--word-regexp",
        "--color",
      ],
      ...["--line-regexp", "--no-filename", "--with-filename", "--no-messages", "--text", "--quiet", "--null"],
    ],
    longValued: {
      ...Object.fromEntries(
        ["--after-context", "--before-context", "--context", "--max-count"].map((n) => [n, NUMBER]),
      ),
      ...Object.fromEntries(["--include", "--exclude", "--exclude-dir"].map((name) => [name, WORDS])),
      "--regexp": PATTERN,
      "--color": WHEN,
      "--binary-files": /^(?:text|without-match|binary)$/,
    },
    searches: /^(?:-[a-zA-Z]*r|--recursive$)/,
    operands: "pattern, paths",
  },
  // Not -v, which shows differences in the repository's own way.
  "git status": {
    letters: "sbz",
    valued: { u: /^(?:no|normal|all)?$/ },
    long: [
      ...["--short", "--branch", "--long", "--porcelain", "--show-stash", "--ahead-behind", "--no-ahead-behind"],
      ...["--untracked-files", "--ignored", "--renames", "--no-renames"],
    ],
    longValued: {
      "--porcelain": /^v?[12]$/,
      "--untracked-files": /^(?:no|normal|all)$/,
      "--ignored": /^(?:traditional|no|matching)$/,
    },
    operands: "paths",
  },
  "git diff": { ...DIFF, long: [...(DIFF.long ?? []), "--cached", "--staged", "--merge-base"] },
  "git log": LOG,
  "git show": LOG,
}
