// The English words that the app begins with, by area. Others are loaded with the pages that show them.
import { act } from "./act.ts"
import { app } from "./app.ts"
import { manners } from "./manners.ts"
import { talk } from "./talk.ts"

export const en = { act, app, manners, talk } as const
