// The default environment of commands: this process's own, without variables that look like secrets, because the output
// of commands goes to a model.

const SECRET =
  /api_?key|access_?key|private_?key|secret|token|passw(or)?d|passphrase|credential|cookie|_auth|connection_?string|_(key|pass|pwd|pat|dsn)$/i
const HAS_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^/\s@]*:[^/\s@]+@/i

export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !SECRET.test(name) && !HAS_PASSWORD.test(value ?? "")),
  )
}
