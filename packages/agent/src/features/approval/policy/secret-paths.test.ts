import { expect, it } from "vitest"
import { isSecretPath } from "./secret-paths.ts"

it.each([
  ...[".env", "app/.env.local", "HEAD:.env", ".ENV", "tls/server.key", "cert.pem", "/home/a/.ssh/id_ed25519", "id_rsa"],
  ...["~/.aws/credentials", "/etc/shadow", "/etc/shadow-", "secrets.yaml", "config/credentials.json", ".npmrc"],
  ...["terraform.tfstate", "service-account-prod.json", "../other/.env", ".bash_history", ".kube/config"],
])("isSecretPath finds that %s holds secrets", (path) => expect(isSecretPath(path)).toBe(true))

it.each(["src/keys.ts", "README.md", "environment.ts", "env", "monkey", "docs/secrets.md", "public.css", "a.keyboard"])(
  "isSecretPath finds that %s holds none",
  (path) => expect(isSecretPath(path)).toBe(false),
)
