// The manifests of deploy/kubernetes: valid for the schemas of Kubernetes, without a field that it does not know, and fit for a drain.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { all, at, DEPLOY, expectKnown, type Manifest, manifests, type Tree, yamlIn } from "./files.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const MANIFESTS = manifests()
const named = (kind: string, name: string) =>
  MANIFESTS.find((each) => each.kind === kind && each.metadata.name === name) as Manifest

/** The containers of all that runs. */
const CONTAINERS = MANIFESTS.flatMap((each) => (at(each, "spec", "template", "spec", "containers") ?? []) as Tree[])

describe("deploy/kubernetes", () => {
  it.each(MANIFESTS.map((each) => [each.kind, each.metadata.name, each] as const))(
    "%s %s is valid",
    async (kind, _name, { file: _file, ...object }) => {
      const name = `kubernetes-models/${object.apiVersion}/${kind}`
      const module = await import(/* @vite-ignore */ name)
      const Model = module[kind] as new (data: object) => { validate(): void }
      new Model(object).validate()
    },
  )

  it("has no field that Kubernetes does not know", () => {
    const cache = join(ROOT, "node_modules/.cache/pawl-tests")
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(join(cache, "manifests-"))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, "objects.ts"), typed())
    const words = ["--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "esnext", "--types", ""]
    const { stdout } = spawnSync(join(ROOT, "node_modules/.bin/tsc"), [...words, "--ignoreConfig", "objects.ts"], {
      cwd: folder,
      encoding: "utf8",
    })
    expect(stdout).toBe("")
  })

  it("is listed whole in the kustomization, and all that is listed exists", () => {
    const { resources, configMapGenerator } = yamlIn("kustomization.yaml")
    const files = readdirSync(`${DEPLOY}kubernetes`).map((name) => `kubernetes/${name}`)
    expect([...(resources as string[])].sort()).toEqual(files.sort())
    const sources = (all(configMapGenerator, "files").flat() as string[]).map((each) => each.split("=").at(-1) ?? "")
    for (const source of sources) expect(readdirSync(join(DEPLOY, source, ".."))).toContain(source.split("/").at(-1))
  })

  it("refers to maps, claims and secrets that exist or that the guide says how to make", () => {
    const generated = (yamlIn("kustomization.yaml").configMapGenerator as Tree[]).map(({ name }) => name)
    const maps = [
      ...generated,
      ...MANIFESTS.filter(({ kind }) => kind === "ConfigMap").map((each) => each.metadata.name),
    ]
    const used = ["configMap", "configMapRef"].flatMap((key) => all(MANIFESTS, key)).map((each) => at(each, "name"))
    expect(used.filter((name) => !maps.includes(name))).toEqual([])
    const secrets = ["secretRef", "secretKeyRef"].flatMap((key) => all(MANIFESTS, key)).map((each) => at(each, "name"))
    expect(new Set(secrets)).toEqual(new Set(["pawl-passwords", "pawl-models"]))
  })

  it("runs nothing as root, with a writable root or more rights than needed", () => {
    for (const each of CONTAINERS)
      expect(each.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      })
    const pods = MANIFESTS.map((each) => at(each, "spec", "template", "spec")).filter((pod) => pod !== undefined)
    expect(pods).toHaveLength(6)
    for (const pod of pods) {
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } })
    }
  })

  it("replaces workers and servers one by one, and gives them longer to end than they take", () => {
    for (const name of ["pawl-worker", "pawl-server"]) {
      const deployment = named("Deployment", name)
      expect(at(deployment, "spec", "strategy", "rollingUpdate")).toEqual({ maxUnavailable: 0, maxSurge: 1 })
      const pod = at(deployment, "spec", "template", "spec")
      const [container] = at(pod, "containers") as Tree[]
      const before = Number(at(container, "lifecycle", "preStop", "exec", "command", 1) ?? 0)
      // Ten seconds of drain, one of notice, two for what ends with it.
      expect(Number(at(pod, "terminationGracePeriodSeconds"))).toBeGreaterThan(before + 13)
      for (const probe of ["startupProbe", "readinessProbe"])
        expect(at(container, probe, "httpGet", "path")).toBe("/readyz")
      expect(at(container, "livenessProbe", "httpGet", "path")).toBe("/healthz")
    }
    // A worker that drains must not disappear from the balancer.
    expect(at(named("Service", "pawl-workers"), "spec")).toMatchObject({
      clusterIP: "None",
      publishNotReadyAddresses: true,
    })
  })

  it("calls pawl with commands and options that it has", () => {
    const calls = CONTAINERS.filter(({ image }) => image === "pawl").map(({ args }) => args as string[])
    expect(calls).toHaveLength(3)
    for (const [command = "", ...words] of calls) expectKnown(command, words)
  })

  it("lets only workers reach the admin API of Restate", () => {
    const rules = at(named("NetworkPolicy", "to-restate"), "spec", "ingress") as Tree[]
    const admin = rules.filter((rule) => all(rule, "port").includes(9070))
    expect(all(admin, "matchLabels")).toEqual([{ "app.kubernetes.io/name": "pawl-worker" }])
    // All others are shut out unless a rule lets them in.
    expect(at(named("NetworkPolicy", "nobody"), "spec")).toEqual({ podSelector: {}, policyTypes: ["Ingress"] })
  })
})

/** The objects as TypeScript, which refuses fields that a type does not have. */
function typed(): string {
  const lines = MANIFESTS.map(({ file: _file, ...object }, index) => {
    const from = JSON.stringify(`kubernetes-models/${object.apiVersion}`)
    return `import type { I${object.kind} as Kind${index} } from ${from}\nexport const each${index}: Kind${index} = ${JSON.stringify(object, null, 1)}\n`
  })
  return lines.join("\n")
}
