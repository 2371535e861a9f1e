// The German words that the app begins with, by area. Others are loaded with the pages that show them.
import { act } from "./act.ts"
import { app } from "./app.ts"
import { manners } from "./manners.ts"
import { talk } from "./talk.ts"

export const de = { act, app, manners, talk }
