// Removes text that looks like a secret, and home paths, from messages before they are stored or shown. Redacting too
// much is the safe mistake. What people write and tools return is not redacted here: it is kept unchanged. Every pattern
// must run in linear time.

const HIDDEN = "[redacted]"

type Pattern = readonly [pattern: RegExp, replacement: string]

/** Keys with a prefix that their issuer gave them, so that they can be found. */
const KEYS: readonly Pattern[] = [
  [/(?<![A-Za-z0-9])sk[-_][\w-]{8,}/gi, HIDDEN],
  [/(?<![A-Za-z0-9])[pr]k_(?:live|test)_\w{8,}/gi, HIDDEN],
  // Ordinary words unless they contain a digit: a "token-bucket" is not a secret.
  [/(?<![A-Za-z0-9])(?:[pr]k|(?:api-)?key|token)[-_](?=[A-Za-z_-]{0,32}\d)[\w-]{8,}/gi, HIDDEN],
  [/(?<![A-Za-z0-9])(?:gsk|hf)_[A-Za-z0-9]{16,}/g, HIDDEN],
  [/(?<![A-Za-z0-9])(?:xai-|npm_)[A-Za-z0-9]{20,}/g, HIDDEN],
  [/(?<![A-Za-z0-9])gl(?:pat|dt|rt|ptt|cbt)-[\w.-]{16,}/g, HIDDEN],
  [/(?<![A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{8,}|github_pat_\w{8,})/gi, HIDDEN],
  [/(?<![A-Za-z0-9])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{8,}/gi, HIDDEN],
  [/(?<![A-Za-z0-9])AIza[\w-]{10,}/g, HIDDEN],
  [/(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g, HIDDEN],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, HIDDEN],
  [
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^-]*(?:-(?!----)[^-]*)*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
    HIDDEN,
  ],
  // A private key that was cut off.
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[nr]|[A-Za-z0-9+/=]{24,})*/g, HIDDEN],
]

/** Secrets that follow a name. */
const NAMED: readonly Pattern[] = [
  [/\b(bearer)\s+(?!(?:auth\w*|credentials?|tokens?)\b)[\w.~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  // Base64 has a capital or a digit inside a word; "basic understanding" does not.
  [/\b([Bb]asic|BASIC)\s+(?=[A-Za-z+/]{0,60}(?:[a-z][A-Z0-9]|[0-9=]))[A-Za-z0-9._~+/=-]{8,}/g, `$1 ${HIDDEN}`],
  [/\b((?:set-)?cookie\\?["']?\s*:\s*\\?["']?)[^\s"'=;]{1,64}=[^\r\n"']{4,}/gi, `$1${HIDDEN}`],
  [
    /(api[-_ ]?key|access[-_]?key|private[-_]?key|token|secret|password|passwd|passphrase|authorization)(\\?["']?\s*[:=]\s*\\?["']?)(?:[^\s"',;&\\]|\\(?!["'])){4,}/gi,
    `$1$2${HIDDEN}`,
  ],
  [
    /([?&;](?:(?:[\w-]{0,32}[-_])?(?:signature|credential|token|secret)|(?:(?:api|access|auth|subscription|functions)[-_]?)?key|sig|auth|password|pwd)=)[^\s&#"'<>]{4,}/gi,
    `$1${HIDDEN}`,
  ],
]

/** In URLs: `user:password@`, also with an @ or a slash in the password, or a token alone. */
const ADDRESSES: readonly Pattern[] = [
  [/(:\/\/)[^\s/?#"'<>@:]*:[^\s/?#"'<>]*@/g, `$1${HIDDEN}@`],
  [/\b((?:https?|wss?):\/\/)(?!git@)[^\s/?#"'<>]+@/gi, `$1${HIDDEN}@`],
  // Not a port, and not the path of `file://C:/`.
  [/(:\/\/)[^\s/?#"'<>@:[]{1,128}:(?![/\\]|\d{1,5}[/?#])[^\s"'<>@]{1,128}@/g, `$1${HIDDEN}@`],
]

const HOMES: readonly Pattern[] = [
  [/(?<![\w.-])[A-Za-z]:(?:\/|\\{1,2})Users(?:\/|\\{1,2})[^/\\\s"':]+(?:(?: [^/\\\s"':]{1,64}){1,3}(?=\\))?/gi, "~"],
  [/(?<![\w.-])(?:(?:\/var)?\/home\/|(?:\/mnt)?(?:\/[a-z])?\/Users\/)[^/\\\s"':]+/g, "~"],
  [/(?<![\w.-])\/root(?=\/)/g, "~"],
]

const PATTERNS = [...KEYS, ...NAMED, ...ADDRESSES, ...HOMES]

/**
 * Removes from a text everything that looks like a secret, and the paths of home folders.
 *
 * @example
 * ```ts
 * import { redact } from "@pawl/agent"
 *
 * console.log(redact("Authorization: Bearer abcdefghijklmnopqrstuvwxyz"))
 * ```
 */
export function redact(text: string): string {
  return PATTERNS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
}
