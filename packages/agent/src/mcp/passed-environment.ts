// The variables of this process that a stdio server gets. No keys: an entry's own `env` adds what the server needs.

type Environment = Readonly<Record<string, string | undefined>>

const ALWAYS = ["HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER"]

/** How the network is reached. Without these npx and uvx cannot fetch a server behind a proxy. */
const NETWORK = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "ALL_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "all_proxy",
]

const CERTIFICATES = [
  "NODE_EXTRA_CA_CERTS",
  "NODE_USE_SYSTEM_CA",
  "NODE_USE_ENV_PROXY",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
]

const NAMES: ReadonlySet<string> = new Set([...ALWAYS, ...NETWORK, ...CERTIFICATES])

/** npm's settings, as its registry and cache. */
const NPM = /^npm_config_/i
const NPM_SECRET = /auth|token|passw|otp|_key$/i

export function passedEnvironment(env: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && isPassed(name) ? [[name, value]] : [])),
  )
}

function isPassed(name: string): boolean {
  return NAMES.has(name) || (NPM.test(name) && !NPM_SECRET.test(name))
}
