// Text that can be nothing but a secret, wherever it stands: recognised by its issuer's prefix, or by what stands
// around it.

export function looksLikeSecret(text: string): boolean {
  return KEYS.test(text) || ADDRESS.test(text) || HEADER.test(text)
}

const KEYS = new RegExp(
  [
    "-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY",
    String.raw`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,
    String.raw`\bsk-[\w-]{20,}`,
    String.raw`\b[rs]k_live_\w{16,}`,
    String.raw`\bgh[oprsu]_\w{20,}`,
    String.raw`\bgithub_pat_\w{20,}`,
    String.raw`\bgl(?:pat|dt|rt|ptt|cbt)-[\w-]{16,}`,
    String.raw`\bxox[abeoprs]-[\w-]{10,}`,
    String.raw`\bAIza[\w-]{30,}`,
    String.raw`\b(?:npm|hf|gsk)_\w{30,}`,
    String.raw`\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}`,
  ].join("|"),
)

/** `https://user:token@host`, or a long token alone. Neither a placeholder nor a token that was redacted. */
const ADDRESS =
  /:\/\/(?:[^\s/?#"'<>@:]{0,200}:(?![$*{]|\[redacted\])[^\s/?#"'<>@]{1,400}|(?![$*{])[\w%.~-]{20,400})@[\w[.-]/

/** As a repository's settings write it for a host. */
const HEADER = /\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?(?:basic|bearer|token)\s{1,9}[\w.~+/=-]{16,}/i
