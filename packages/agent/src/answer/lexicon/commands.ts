// Command lines and queries by what they can do: look, check, or change. A script nobody knows may change anything.

export type Doing = "look" | "check" | "change" | "unknown"

/** Only the beginning of a command is read. */
const LONGEST = 4_000

export function doingOf(command: string): Doing {
  const text = command.slice(0, LONGEST).trim().toLowerCase()
  const parts = text
    .replace(/'[^'\n]*'|"[^"\n]*"/g, (quoted) => quoted.replace(/[;|&<>]/g, " "))
    .split(/&&|\|\||[;|\n]|\bdo\b|\bthen\b/)
    .map(withoutPrefix)
    .filter((part) => part !== "")
  const doings = new Set(parts.map(doingOfPart))
  for (const doing of ["change", "unknown", "check"] as const) if (doings.has(doing)) return doing
  return doings.size === 0 ? "unknown" : "look"
}

function doingOfPart(part: string): Doing {
  const isQuery = QUERIES.some((word) => part.startsWith(word))
  if (begins(part, CHANGING) || FLAGS.test(part)) return "change"
  // In a query ">" compares; in a command line it writes.
  if (!isQuery && WRITES.test(part)) return "change"
  if (begins(part, CHECKING) || CHECKS.test(part)) return "check"
  if (/^find\b.* -exec /.test(part) || /^exiftool\b.*=/.test(part)) return "unknown"
  if (isQuery || BARE.has(part) || begins(part, LOOKING)) return "look"
  if (ASKING.test(part)) return "look"
  // Nothing but flags: it can hardly do more than tell.
  return /^[\w]+(?: -{1,2}[\w-]+)+$/.test(part) ? "look" : "unknown"
}

function withoutPrefix(part: string): string {
  return part.replace(/^[\s({]*(?:(?:sudo|time|nohup|env|xargs|npx|exec|\w+=\S*)\s+)*/, "").trim()
}

/** Whole words: "rm" is not the beginning of "rmdir". */
function begins(part: string, commands: readonly string[]): boolean {
  return commands.some(
    (command) => part.startsWith(command) && (/[-+]$/.test(command) || !/[\w-]/.test(part[command.length] ?? "")),
  )
}

/** Commands that list when nothing follows them, and make something when a name does. */
const BARE = new Set(["git branch", "git tag", "git stash list", "date", "hostname"])

/** "mvn -q test", "npm run lint -- src", "./gradlew check": a word for it among the first. */
const CHECKS =
  /^[\w./@-]+(?: [\w./:@=-]+){0,3}? (?:tests?|lint|build|check|verify|typecheck|compile|audit)(?![\w-])|^[\w./-]*(?:test|lint|check|verify|mypy|pytest|gitleaks|tsc)[\w-]*(?:\.\w+)?(?: |$)/
/** "aws s3api list-buckets", "kubectl -n x get pods", "systemctl --user status". */
const ASKING =
  /^[\w./-]+(?: [\w:=-]+){0,4}? (?:list|get|describe|show|status|ls|view|info|version|logs|df|ps|diff|search|outdated|dbsize|--version|-v)(?![\w])|^[\w./-]+(?: [\w:-]+){0,2} (?:list|get|describe|show|head)-\w/
const QUERIES = ["select ", "show ", "describe ", "explain ", "with ", "pragma ", "desc "]
const FLAGS =
  /\s(?:-delete|-exec (?:rm|mv|cp|chmod)|-i(?:\.\w+)? '?s\/|--in-place|--data|-x ?(?:post|put|patch|delete)|--write|--fix|--delete)|^curl\b.*\s(?:-\w*o|--output|--remote-name|-t|-f|--form|--upload-file)\b|^awk -i|^sort\b.*\s-o/
const WRITES = /(?:^|[^0-9&>=-])>{1,2}\s*(?!\/dev\/null|&)[\w~./$"']/

const list = (text: string) => text.split(",").map((command) => command.trim())

const CHANGING =
  list(`rm, mv, cp, mkdir, rmdir, touch, ln, chmod, chown, dd, tee, truncate, kill, pkill, killall, reboot, shutdown,
  sed -i, git commit, git push, git merge, git rebase, git reset, git checkout, git switch, git branch -d, git branch -m, git rm,
  git mv, git add, git tag -, git stash, git revert, git cherry-pick, git clone, git pull, git init, git clean, git restore,
  npm i, npm install, npm ci, npm update, npm upgrade, npm uninstall, npm remove, npm rm, npm publish, npm audit fix,
  pnpm add, pnpm i, pnpm install, pnpm update, pnpm remove, yarn add, yarn install, yarn upgrade, yarn remove,
  pip install, pip uninstall, pip3 install, apt install, apt remove, apt upgrade, apt-get install, apt-get remove,
  apt-get upgrade, brew install, brew uninstall, brew upgrade, docker run, docker start, docker stop, docker restart,
  docker rm, docker rmi, docker pull, docker push, docker kill, docker compose up, docker compose down,
  docker compose restart, docker-compose up, docker-compose down, kubectl apply, kubectl delete, kubectl create,
  kubectl scale, kubectl rollout, kubectl patch, systemctl start, systemctl stop, systemctl restart, systemctl enable,
  systemctl disable, systemctl reload, service, rsync, scp, mogrify, convert, magick, ffmpeg, heif-convert, lame, zip, gzip,
  tar x, tar -x, tar c, tar -c, unzip -o, unzip -d, terraform apply, terraform destroy, insert, update, delete, drop, alter, create, grant,
  revoke, vacuum, copy, call, replace into, merge into, prettier --write`)

const CHECKING =
  list(`docker build, npm t, npm test, npm run test, npm run lint, npm run build, npm run check, npm run typecheck, vitest, jest,
  mocha, eslint, tsc, playwright, pytest, python -m pytest, cargo test, cargo check, cargo clippy, cargo build, go test, go vet,
  go build, make test, make check, mypy, ruff, phpunit, rspec, mvn test, mvn verify, gradle test, gradle check, gradle build,
  ./gradlew test, ./gradlew build, dotnet test, dotnet build, ctest, tox, yarn test, yarn build, pnpm test, pnpm build`)

const LOOKING =
  list(`ls, ll, dir, cat, bat, head, tail, less, more, wc, du, df, stat, file, find, fd, grep, rg, ag, egrep, awk, cut,
  sort, uniq, diff, cmp, comm, tree, pwd, whoami, id, uname, env, printenv, which, where, type, echo, printf, date +, cal,
  uptime, free, top, ps, pgrep, lsof, netstat, ss, ping, dig, nslookup, host, traceroute, ip, ifconfig, jq, yq, xxd, hexdump,
  strings, md5sum, sha256sum, shasum, identify, exiftool, ffprobe, mediainfo, pdftotext, pdfinfo, unzip -l, tar -t, tar t,
  zipinfo, ssh-add -l, crontab -l, systemctl status, systemctl list-units, systemctl is-active, journalctl, dmesg,
  snapper list, fdupes, docker ps, docker stats, docker logs, docker inspect, docker images, docker top, docker compose ps,
  docker compose logs, kubectl get, kubectl describe, kubectl logs, kubectl top, git log, git status, git diff, git show,
  git branch --, git branch -a, git branch -v, git branch -r, git blame, git grep, git rev-list, git rev-parse, git remote -v, git ls-files, git describe, git shortlog,
  git stash list, git tag -l, git tag --list, git reflog, npm outdated, npm ls, npm list, npm view, npm audit, npm why, npm info,
  license-checker, pip list, pip show, pip freeze, curl, true, false, test, sleep, cd, export, set, man, history, column, nl, tr,
  seq, sed -n, sed, for, while, done, if, fi, else, gh pr list, gh pr view, gh issue list, gh issue view, gh run list, gh run view, basename,
  dirname, realpath, readlink, textutil -info, tasklist, get-childitem, get-content, type, systeminfo, sw_vers, system_profiler`)
