// For admins: settings of the server, a copy of the database, cleaning up, and metrics.
import { createReadStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { archiveOf } from "@pawl/agent/sessions"
import { z } from "zod"
import { route } from "../http/route.ts"
import { cleanUpNow } from "../manage/cleanup.ts"
import { dropSetting, SETTING_NAMES, settingIn, settingsIn, storeSetting } from "../manage/server-settings.ts"
import { DONE, Done } from "../schemas/common.ts"

const Setting = z
  .object({
    name: z.string(),
    description: z.string(),
    variable: z.string().describe("The environment variable that sets it, and locks it."),
    value: z.union([z.number(), z.string()]),
    from: z.enum(["environment", "stored", "default"]),
    problem: z.string().optional().describe("Why the value cannot be used."),
  })
  .meta({ id: "ServerSetting" })

const list = route("settings.list", {
  summary: "The settings of the server, and where each value comes from.",
  answer: z.object({ settings: z.array(Setting) }),
  handle: async ({ services: { store, env } }) => ({ settings: [...(await settingsIn(store.records, env))] }),
})

const SettingParams = z.object({ name: z.enum(SETTING_NAMES) })

const set = route("settings.set", {
  summary: "Stores a setting. Refused if the environment sets it.",
  params: SettingParams,
  body: z.object({ value: z.union([z.number(), z.string()]) }),
  answer: Done,
  async handle({ params: { name }, body, services: { store, env }, remark }) {
    const { value: old } = await settingIn(name, store.records, env)
    remark({ name, old, new: body.value })
    await storeSetting(name, body.value, { records: store.records, env })
    return DONE
  },
})

const unset = route("settings.unset", {
  summary: "Removes a stored setting: its default counts again.",
  params: SettingParams,
  answer: Done,
  async handle({ params: { name }, services: { store, env }, remark }) {
    remark({ name, old: (await settingIn(name, store.records, env)).value })
    await dropSetting(name, { records: store.records, env })
    return DONE
  },
})

const backup = route("admin.backup", {
  summary: "A checked copy of the whole database, made while sessions run. Can be opened as a store.",
  answer: z.string(),
  media: "application/vnd.sqlite3",
  async handle({ services: { store } }) {
    const folder = await mkdtemp(join(tmpdir(), "pawl-backup-"))
    const removed = () => rm(folder, { recursive: true, force: true })
    try {
      const { file, bytes, sessions, facts } = await archiveOf(store).backup(join(folder, "pawl.db"))
      // Whether it is read to its end or not.
      const copy = createReadStream(file).once("close", () => void removed())
      const headers = {
        "content-type": "application/vnd.sqlite3",
        "content-disposition": 'attachment; filename="pawl.db"',
        "content-length": String(bytes),
        "x-pawl-sessions": String(sessions),
        "x-pawl-facts": String(facts),
        "cache-control": "no-store",
      }
      return new Response(Readable.toWeb(copy) as ReadableStream, { headers })
    } catch (error) {
      await removed()
      throw error
    }
  },
})

const CleanedUp = z
  .object({
    failed: z.array(z.string()),
    interrupted: z.array(z.string()),
    archived: z.array(z.string()),
    deleted: z.array(z.string()),
  })
  .meta({ id: "CleanedUp" })

const cleanup = route("admin.cleanup", {
  summary: "Fails stuck turns, archives resting sessions and removes old ones, as the settings cleanup.* say.",
  body: z.object({ dryRun: z.boolean().optional() }),
  answer: CleanedUp,
  async handle({ body, services }) {
    return (await cleanUpNow(services, body.dryRun ?? false)) as z.input<typeof CleanedUp>
  },
})

const metrics = route("server.metrics", {
  summary: "Numbers of this process, for Prometheus.",
  answer: z.string(),
  media: "text/plain; version=0.0.4; charset=utf-8",
  async handle({ services: { metrics: counted, store, feeds } }) {
    const text = await counted.text({ store, streams: feeds.viewers })
    return new Response(text, {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    })
  },
})

export const adminRoutes = [list, set, unset, backup, cleanup, metrics]
