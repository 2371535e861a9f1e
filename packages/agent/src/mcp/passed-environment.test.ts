// Which variables a stdio server gets: those that it needs to run and to reach the network, and no keys.
import { expect, it } from "vitest"
import { passedEnvironment } from "./passed-environment.ts"

it.each([
  "PATH",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "https_proxy",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "npm_config_registry",
  "NPM_CONFIG_CAFILE",
  "npm_config_cache",
])("a server gets %s", (name) => {
  expect(passedEnvironment({ [name]: "x" })).toEqual({ [name]: "x" })
})

it.each([
  "OPENAI_API_KEY",
  "PAWL_TOKEN",
  "NODE_OPTIONS",
  "npm_config__auth",
  "npm_config_//registry.npmjs.org/:_authToken",
  "NPM_CONFIG__PASSWORD",
  "npm_config_otp",
  "AWS_SECRET_ACCESS_KEY",
])("a server does not get %s", (name) => {
  expect(passedEnvironment({ [name]: "x" })).toEqual({})
})
