// Files that hold keys and passwords, by their names. They may be read; what was read must not be sent away unasked.
import { protectedWhy } from "./protected-paths.ts"

/** `path`: as it was written, also in the form "HEAD:.env". */
export function isSecretPath(path: string): boolean {
  const names = path.split(/[\\/:=]+/)
  return names.some(isSecretName) || protectedWhy(path) === "keys or how others are reached"
}

/** By one name alone, without what its folders say. */
export function isSecretName(name: string): boolean {
  return SECRET_NAMES.test(name.toLowerCase())
}

const SECRET_NAMES = new RegExp(
  `^(?:${[
    String.raw`\.env(?:rc|\..+)?`,
    String.raw`.*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|env|tfstate|ovpn)`,
    "id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?",
    String.raw`\.(?:npmrc|yarnrc(?:\.yml)?|pypirc|netrc|git-credentials|htpasswd|pgpass|dockercfg|vault-token)`,
    String.raw`g?shadow-?|sudoers|master\.passwd`,
    String.raw`(?:client_?)?(?:secrets?|credentials?)(?:\.(?:json|ya?ml|toml|ini|txt|xml|properties|env))?`,
    String.raw`service[-_]?account.*\.json|auth\.json|.*\.kubeconfig|kubeconfig|cookies(?:\.(?:txt|sqlite))?|login data`,
    String.raw`\.(?:bash|zsh|python|node_repl|psql|mysql)_history`,
  ].join("|")})$`,
)
