// Where the built files of the web app are. This is all that a server loads of this package.
import { fileURLToPath } from "node:url"

export const folder = fileURLToPath(new URL("./dist", import.meta.url))
