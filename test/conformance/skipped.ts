// Scenarios of the official suite that are not run, and why. The specification makes extensions optional.
export const SKIPPED: Readonly<Record<string, string>> = {
  "auth/client-credentials-jwt": "extension: machine-to-machine login; Pawl logs people in",
  "auth/client-credentials-basic": "extension: machine-to-machine login; Pawl logs people in",
  "auth/enterprise-managed-authorization": "extension: needs an identity provider of an enterprise",
  "auth/dpop": "extension: tokens bound to a key; plain bearer tokens are used",
  "auth/dpop-nonce": "extension: tokens bound to a key; plain bearer tokens are used",
  "auth/wif-jwt-bearer": "extension: workload identity; Pawl logs people in",
  "sep-2640-client-no-prefetch": "extension: skills over MCP are not supported",
  "sep-2640-client-verify-digest": "extension: skills over MCP are not supported",
  "sep-2640-client-verify-size": "extension: skills over MCP are not supported",
  "sep-2640-client-verify-frontmatter": "extension: skills over MCP are not supported",
}
