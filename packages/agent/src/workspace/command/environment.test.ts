import { expect, it } from "vitest"
import { withoutSecrets } from "./environment.ts"

it.each([
  "OPENAI_API_KEY",
  "ANTHROPIC_API_KEY",
  "GITHUB_TOKEN",
  "npm_config__authToken",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_ACCESS_KEY_ID",
  "PGPASSWORD",
  "MYSQL_PWD",
  "SMTP_PASS",
  "STRIPE_KEY",
  "GITHUB_PAT",
  "SENTRY_DSN",
  "AZURE_STORAGE_CONNECTION_STRING",
  "GOOGLE_APPLICATION_CREDENTIALS",
])("withoutSecrets removes %s", (name) => {
  expect(withoutSecrets({ [name]: "value", PATH: "/bin" })).toEqual({ PATH: "/bin" })
})

it.each(["PATH", "HOME", "PWD", "OLDPWD", "LANG", "KEYBOARD", "PASSAGE", "EDITOR", "COMPASS"])(
  "withoutSecrets keeps %s",
  (name) => {
    expect(withoutSecrets({ [name]: "value" })).toEqual({ [name]: "value" })
  },
)

it("withoutSecrets removes a URL with a password, and keeps one without", () => {
  const env = { DATABASE_URL: "postgres://me:secret@host/db", HTTP_PROXY: "http://proxy:3128" }
  expect(withoutSecrets(env)).toEqual({ HTTP_PROXY: "http://proxy:3128" })
})
