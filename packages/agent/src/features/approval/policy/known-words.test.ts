import { describe, expect, it } from "vitest"
import { KNOWN_PROGRAMS } from "./known-programs.ts"
import { knownWords } from "./known-words.ts"

const words = (line: string) => line.split(" ")

describe("knownWords", () => {
  it.each([
    ["pwd", []],
    ["ls", []],
    ["ls -la src", ["src"]],
    ["ls src -R --color=never", ["src"]],
    ["cat -n a.txt b.txt", ["a.txt", "b.txt"]],
    ["head -5 a", ["a"]],
    ["head -n 5 a", ["a"]],
    ["tail -n +3 a", ["a"]],
    ["wc -l a b", ["a", "b"]],
    ["grep -rn needle src", ["src"]],
    ["grep -e needle -e other src", ["src"]],
    ["grep -rnA3 --include=*.ts needle src", ["src"]],
    ["grep -- -v a", ["a"]],
    ["git status", []],
    ["git status -sb --porcelain=v2 src", ["src"]],
    ["git diff HEAD~2 -- src/a.ts", ["HEAD~2", "src/a.ts"]],
    ["git diff --cached --stat", []],
    ["git log --oneline -5 main..dev", ["main..dev"]],
    ["git log -n 5 --format=%h%x09%s --since=yesterday", []],
    ["git show HEAD:src/a.ts", ["HEAD:src/a.ts"]],
    ["git show stash@{0}", ["stash@{0}"]],
  ])("knows that %s only looks", (line, paths) => expect(knownWords(words(line))).toMatchObject({ paths }))

  it.each([
    // Git options that reach other files, other programs, other repositories.
    ...["git diff --no-index /dev/null /etc/shadow", "git diff --no-index a b", "git diff --no-inde a b"],
    ...["git diff a /etc/shadow", "git diff -- ../x", "git log --output=x", "git log --outp=x", "git log --output x"],
    ...["git diff --ext-diff", "git diff --textconv", "git log -p --ext-d", "git show --textconv HEAD:a"],
    ...["git diff -Oorder", "git diff -O order", "git log -Gx", "git log -Sx", "git log -L1,5:a", "git log -pOx"],
    ...["git -c core.pager=x log", "git -C /etc status", "git --git-dir=/x log", "git --work-tree=/ status"],
    ...["git --exec-path=/x status", "git -p log", "git --paginate log", "git --config-env=a=b log", "git --bare log"],
    ...["git diff :(top)x", "git log -- :/", "git log -- :!x", "git show :/fix", "git log --format=%G?"],
    ...[
      "git log --pretty=%(trailers)",
      "git log --show-signature",
      "git log --remerge-diff",
      "git log --diff-merges=on",
    ],
    ...["git diff --submodule=diff", "git diff --ignore-submodules=none", "git status -v", "git status --verbose"],
    ...["git log --stdin", "git log --exclude-from=x", "git log --mailmap=x", "git log --alternate-refs"],
    ...["git log --pathspec-from-file=x", "git diff --pathspec-from-file /etc/passwd", "git status --column"],
    ...[
      "git grep x",
      "git blame a",
      "git stash list",
      "git branch",
      "git fetch",
      "git config -l",
      "git",
      "git help log",
    ],
    ...[
      "git log --glob=x",
      "git log --textconv=x",
      "git difftool",
      "git log @{-1}",
      "git log HEAD^{/x}",
      "git log a=~/x",
    ],
    // The other programs.
    ...[
      "ls /etc",
      "ls ../x",
      "ls a/../../x",
      "ls ~",
      "ls ~root/x",
      "ls a=~/x",
      "ls -L x",
      "ls -H x",
      "ls -I x",
      "ls -w9",
    ],
    ...["ls --dereference x", "ls --hyperlink", "ls --dired", "ls --al", "pwd x", "pwd --help", "ls --help"],
    ...["cat /etc/shadow", "cat -", "cat a -", "cat --help", "head -c", "head -n x a", "head --lines x", "tail -f a"],
    ...["tail -F a", "tail --follow a", "tail --pid=1 a", "tail --retry a", "wc --files0-from=a", "wc --files0-from=-"],
    ...["grep", "grep -f /etc/shadow a", "grep -fx a", "grep -rf x .", "grep --file=x a", "grep -R x .", "grep -P x a"],
    ...["grep --exclude-from=x y .", "grep -d recurse x", "grep -D read x", "grep x /etc/shadow", "grep x ../a"],
    ...["grep -e -A 5 /etc/x", "grep --dereference-recursive x .", "grep -e", "grep -A x y a", "grep --inc=x y ."],
    ...[
      "/bin/ls",
      "./ls",
      "ls\n",
      "LS",
      "find .",
      "less a",
      "more a",
      "sort a",
      "sort -o x a",
      "uniq a b",
      "tree",
      "du",
    ],
    ...["file a", "stat a", "diff a b", "rg x", "awk 1 a", "sed -n 1p a", "which ls", "env", "date -s x", "echo x"],
    ...["toString", "constructor", "__proto__", "hasOwnProperty"],
  ])("does not know %j", (line) => expect(knownWords(words(line))).toBeUndefined())

  it("leaves every dangerous option out of its table", () => {
    const dangerous =
      /^--(?:output|ext-diff|textconv|no-index|exec|open|paginate|follow=|files0|file$|exclude-from|show-sig)/
    for (const [name, { long = [], longValued = {} }] of Object.entries(KNOWN_PROGRAMS))
      expect(
        [...long, ...Object.keys(longValued)].filter((each) => dangerous.test(each)),
        name,
      ).toEqual([])
  })
})
