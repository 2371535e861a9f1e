// Takes secrets and home paths out of text before it is stored or shown. Over-redacting is the safe mistake.

const HIDDEN = "[redacted]"

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/\b(?:sk|pk|rk|key|api-key|token|ghp|gho|ghs|github_pat|xox[abprs])[-_][A-Za-z0-9_-]{8,}/gi, HIDDEN],
  [/\b(AKIA|ASIA)[A-Z0-9]{16}\b/g, HIDDEN],
  [/(?<![\w-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, HIDDEN],
  [
    /(api[-_]?key|access[-_]?key|token|secret|password|passwd|authorization)(["']?\s*[:=]\s*["']?)[^\s"',;&]{4,}/gi,
    `$1$2${HIDDEN}`,
  ],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${HIDDEN}@`],
  [/(?<![\w.-])(?:\/home\/|\/Users\/|[A-Za-z]:\\Users\\)[^/\\\s"':]+/g, "~"],
]

export function redact(text: string): string {
  return PATTERNS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text)
}
