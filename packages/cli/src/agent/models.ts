// The models of an agent: the first model, and the fallbacks that are asked when it cannot answer.
import { existsSync, realpathSync } from "node:fs"
import { pathToFileURL } from "node:url"
import type { Model, Tool } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { refuseUntrusted } from "../config/trusted-project.ts"
import { badConfig, badInput } from "../failure.ts"
import { files } from "../folders.ts"
import { fromHere, world } from "../world.ts"
import { noModel } from "./providers.ts"

export interface Models {
  /** `provider:name` is passed on as it is: the library knows the providers, their keys and their addresses. */
  readonly models: readonly (Model | string)[]
  /** Planner and router, where a plan carries out the turns. */
  readonly orchestrate?: { readonly planner?: Model | string; readonly router?: Model | string }
  /** The model that is asked whether an answer is finished. */
  readonly judge?: Model | string
  /** Tools that scripted models bring. */
  readonly tools: readonly Tool[]
}

/** The configured names: the model first, then its fallbacks. */
export function chainOf({ model, fallbacks }: Pick<Settings, "model" | "fallbacks">): readonly string[] {
  return model === undefined ? [] : [model, ...fallbacks]
}

export async function modelsFrom(settings: Settings): Promise<Models> {
  await refuseUntrusted(settings)
  if (existsSync(files.keys(settings.folders))) (await import("./kept-keys.ts")).useKeptKeys(settings.folders)
  const names = chainOf(settings)
  if (names.length === 0) throw badConfig(await noModel())
  const chosen = await Promise.all(names.map(modelNamed))
  const tools = new Map(chosen.flatMap((each) => each.tools).map((tool) => [tool.name, tool]))
  const { orchestrate, judge } = settings
  return {
    models: chosen.map(({ model }) => model),
    tools: [...tools.values()],
    ...(orchestrate !== undefined && { orchestrate: await plannerModelsFrom(orchestrate) }),
    ...(judge !== undefined && { judge: (await modelNamed(judge)).model }),
  }
}

async function plannerModelsFrom({ planner, router }: NonNullable<Settings["orchestrate"]>) {
  return {
    ...(planner !== undefined && { planner: (await modelNamed(planner)).model }),
    ...(router !== undefined && { router: (await modelNamed(router)).model }),
  }
}

interface Chosen {
  readonly model: Model | string
  readonly tools: readonly Tool[]
}

async function modelNamed(name: string): Promise<Chosen> {
  return name.startsWith("scripted:") ? scriptedModel(name) : { model: name, tools: [] }
}

interface ScriptedModule {
  readonly default: (...given: readonly never[]) => unknown
  readonly tools?: readonly Tool[]
  readonly chunkMs?: number
}

/** Not in the help: `scripted:FILE` is a module whose default export is a script, and which may bring tools. For tests. */
async function scriptedModel(name: string): Promise<Chosen> {
  const { scripted } = await import("@pawl/agent/testing")
  const given = fromHere(name.slice("scripted:".length))
  if (!existsSync(given))
    throw badInput(`There is no script "${given}". Check the path after "scripted:", or name a model with --model.`)
  const path = realpathSync(given)
  const module = (await world().load(pathToFileURL(path).href)) as ScriptedModule // A file of the test.
  const pace =
    module.chunkMs === undefined
      ? {}
      : { chunkMs: module.chunkMs, clock: (await import("../demo/steady-clock.ts")).steadyClock }
  return { model: scripted(module.default as never, { name, ...pace }), tools: module.tools ?? [] }
}
