// `npm run client-types`: writes the types of @pawl/client from the OpenAPI document of @pawl/server.
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { clientTypes } from "./client-types/write.ts"

export const FILE = fileURLToPath(new URL("../packages/client/src/wire.ts", import.meta.url))

writeFileSync(FILE, clientTypes())
