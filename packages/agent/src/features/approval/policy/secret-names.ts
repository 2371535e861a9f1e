// Names of files that hold keys and passwords, by their stems, so that copies of them count, too. One list serves
// checks of single names and searches that must skip such files.

/**
 * Copies that people and programs leave beside a file: "server.key.bak", "server.key~", "server.key (1)", "server.key
 * copy".
 */
const COPY = "{,~, [(cC-]*,.ba[ck]*,.o[lr]*,.s[aw]*,.copy,.tmp,.[0-9]*}"
/** For names that may also be those of programs: endings of data files and their copies. */
const DATA =
  "{,~, [(cC-]*,.json,.yml,.yaml,.toml,.ini,.txt,.xml,.properties,.cfg,.conf,.csv,.der,.enc,.bak,.old,.orig,.backup,.1}"
const ANY_END = "{,[._~-]*, [(cC-]*}"

/** `*`, `?` and `[...]` as in globs, `{a,b}` for either. Case is ignored. */
const NAMES: readonly string[] = [
  `.env{,rc}${ANY_END}`,
  `*.{pem,key,p8,p12,pfx,jks,keystore,kdbx,ppk,asc,gpg,env,tfstate,tfvars,ovpn,kubeconfig}${COPY}`,
  "*.auto.tfvars.json",
  // Not "id_rsa.pub", which is public.
  "id_{rsa,dsa,ecdsa,ed25519}{,_*,~,.[!p]*, [(cC-]*}",
  `.{npmrc,yarnrc,pypirc,netrc,git-credentials,htpasswd,pgpass,dockercfg,dockerconfigjson,vault-token,vault_pass}${ANY_END}`,
  "{,g}shadow{,-}",
  "{sudoers,master.passwd}",
  `{secret,secrets,credential,credentials,private_key,private-key,privatekey,private_keys}${DATA}`,
  // One of several environments, as "secrets.prod.yaml".
  "{secrets,credentials}[._ -]*.{json,yml,yaml,toml,ini,txt,xml,properties,cfg,conf,csv,enc}",
  `.{secret,secrets,credential,credentials}${ANY_END}`,
  "client{_,}{secret,secrets,credentials}{,[.~]*,_*.json}",
  "service{_,-,}account*.json",
  "{auth.json,login data}",
  `kubeconfig${ANY_END}`,
  "cookies{,.txt,.sqlite}",
  ".{bash,zsh,python,node_repl,psql,mysql}_history",
]

const PATTERN = new RegExp(`^(?:${NAMES.map(sourceOf).join("|")})$`, "isu")

/** For one name of a path. */
export function isSecretName(name: string): boolean {
  return PATTERN.test(name) || PATTERN.test(originalOf(name))
}

/**
 * Only by the patterns that search programs are given; a copy that `isSecretName` recognises in another way does not
 * count.
 */
export function isSecretByPattern(name: string): boolean {
  return PATTERN.test(name)
}

/** Without what editors and people put around the name of a copy, and without invisible characters. */
function originalOf(name: string): string {
  return name
    .slice(0, MAX_NAME_CHARS)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .trim()
    .replace(/^(?:\.?#|copy of )/i, "")
    .replace(/(?:#|~|\.(?:bak|old|orig|backup))$/i, "")
    .replace(/ (?:copy(?: \d{1,9})?|\(\d{1,9}\))(?=$|\.)/i, "")
    .trim()
}

/** In characters: no file system has longer names. */
const MAX_NAME_CHARS = 1000

/** The same as globs for programs that take no braces and are case-sensitive. */
export function secretGlobs(more: readonly string[] = []): readonly string[] {
  const all = [...NAMES, ...more].flatMap(expanded)
  return [...new Set(all.flatMap((glob) => (/[*?[]/.test(glob) ? [inAnyCase(glob)] : inUsualCases(glob))))]
}

function sourceOf(name: string): string {
  return name.replace(/\{([^}]*)\}|\[!?[^\]]*\]|[*?]|[^\w ~-]/g, (found, either?: string) => {
    if (either !== undefined) return `(?:${either.split(",").map(sourceOf).join("|")})`
    if (found === "*") return ".*"
    if (found === "?") return "."
    return found.startsWith("[") && found.length > 1 ? found.replace("[!", "[^") : `\\${found}`
  })
}

function expanded(name: string): readonly string[] {
  const [whole, before = "", either = "", after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(name) ?? []
  return whole === undefined ? [name] : either.split(",").flatMap((each) => expanded(before + each + after))
}

/** Letters in brackets are left unchanged: they already stand for others. */
function inAnyCase(glob: string): string {
  return glob.replace(/\[[^\]]*\]|[a-z]/g, (found) => (found.length > 1 ? found : `[${found}${found.toUpperCase()}]`))
}

/** Names without wildcards are looked up, which costs nothing. */
function inUsualCases(name: string): readonly string[] {
  return [name, name.toUpperCase(), name.replace(/[a-z]/, (first) => first.toUpperCase())]
}
