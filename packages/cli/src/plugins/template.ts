// The files that `pawl plugins new` writes. Plain JavaScript: it runs on every Node that Pawl supports, without a build or
// a dependency.

/** File name to text. */
export function templateFor(name: string): Readonly<Record<string, string>> {
  return { "index.mjs": index(name), "index.test.mjs": TEST, "package.json": manifest(name), "README.md": readme(name) }
}

function index(name: string): string {
  return `// A plugin for Pawl: two tools and their settings.
import { createHmac } from "node:crypto"

/** @type {import("@pawl/agent").Plugin} */
export default {
  name: "${name}",
  version: "0.1.0",
  settings: {
    type: "object",
    properties: {
      greeting: { type: "string", default: "Hello", description: "What everybody is greeted with." },
      // A secret: it prints masked, and is removed from the results of tools.
      key: { type: "string", secret: true, minLength: 8, description: "What texts are signed with." },
    },
  },
  tools: [
    {
      name: "greet",
      description: "Greets somebody by name.",
      input: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      // It changes nothing: it runs without an approval, and may run again after a crash.
      effect: "read",
      needs: ["settings"],
      run({ name }, { settings, log }) {
        log.info("greeting", { name })
        return \`\${settings.greeting}, \${name}!\`
      },
    },
    {
      name: "sign",
      description: "Signs a text.",
      input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      effect: "read",
      // On standby until the key is set.
      needs: ["settings.key"],
      run({ text }, { settings }) {
        return createHmac("sha256", settings.key.reveal()).update(text).digest("hex")
      },
    },
  ],
}
`
}

const TEST = `import assert from "node:assert/strict"
import { test } from "node:test"
import plugin from "./index.mjs"

const tool = (name) => plugin.tools.find((each) => each.name === name)
const log = { debug() {}, info() {}, warn() {}, error() {} }

test("greets by name", () => {
  assert.equal(tool("greet").run({ name: "Ada" }, { settings: { greeting: "Hello" }, log }), "Hello, Ada!")
})

test("signs with the key, without showing it", () => {
  const settings = { key: { reveal: () => "a-key-for-tests" } }
  const signed = tool("sign").run({ text: "hello" }, { settings, log })
  assert.match(signed, /^[0-9a-f]{64}$/)
  assert.equal(signed, tool("sign").run({ text: "hello" }, { settings, log }))
})
`

function manifest(name: string): string {
  const described = {
    name: `pawl-plugin-${name}`,
    version: "0.1.0",
    description: "A plugin for Pawl.",
    type: "module",
    keywords: ["pawl-plugin"],
    pawl: "./index.mjs",
    exports: "./index.mjs",
    files: ["index.mjs"],
    scripts: { test: "node --test" },
  }
  return `${JSON.stringify(described, null, 2)}\n`
}

function readme(name: string): string {
  return `# ${name}

A plugin for Pawl with two tools: \`${name}__greet\` greets a person, \`${name}__sign\` signs a text.

    node --test                       run its test
    pawl plugins check .              check that it can be loaded, and what is missing
    pawl --plugin . -p "Greet Ada."   use it once

To use it in every session, move this folder into "plugins" beside your config.json ("pawl config path" prints where).

| setting | environment | |
|---|---|---|
| \`greeting\` | \`${variable(name, "GREETING")}\` | the greeting; "Hello" unless set |
| \`key\` | \`${variable(name, "KEY")}\` | a secret; \`${name}__sign\` is on standby without it |

    pawl plugins set ${name} greeting Moin
    pawl plugins set ${name} key          asks for the value without showing it
`
}

function variable(name: string, field: string): string {
  return `PAWL_PLUGIN_${name.toUpperCase().replaceAll("-", "_")}_${field}`
}
