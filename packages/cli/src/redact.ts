// Takes secrets out of what is logged or shown. The values in our own environment are known exactly; the rest by its shape.

const HIDDEN = "[redacted]"
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|AUTH/i

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${HIDDEN}`],
  [/\b(?:sk|pk|rk|key|token|ghp|gho|ghs|github_pat|xox[abprs])[-_][A-Za-z0-9_-]{8,}/gi, HIDDEN],
  [/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@:"]+:[^\s/@"]+@/gi, `$1${HIDDEN}@`],
]

export function redactor(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const secrets = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && (value?.length ?? 0) >= 8)
    .map(([, value]) => value ?? "")
  return (text) => {
    const known = secrets.reduce((clean, secret) => clean.replaceAll(secret, HIDDEN), text)
    return SHAPES.reduce((clean, [shape, instead]) => clean.replace(shape, instead), known)
  }
}
