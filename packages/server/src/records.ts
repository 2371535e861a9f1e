// Small documents that the server keeps in the store: users, groups, logins, settings.
import type { Store } from "@pawl/agent"

export type Records = Store["records"]
