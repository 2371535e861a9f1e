// Finds sessions by the words in their titles and messages.
import { Search } from "lucide-react"
import { Link } from "wouter"
import { visible } from "../act/call/visible.ts"
import { client } from "../data/client.ts"
import { useDebounced } from "../data/use-debounced.ts"
import { useLoaded } from "../data/use-loaded.ts"
import { useListed } from "../data/whose.ts"
import { t } from "../i18n/words.ts"
import { Spinner } from "../ui/spinner.tsx"
import { besideTitle } from "./beside-title.ts"
import { PATHS } from "./paths.ts"
import { nameOf, titleOf } from "./title-of.ts"

export const SEARCH_BOX = "session-search"

export function SearchBox({ words, onChange }: { readonly words: string; readonly onChange: (words: string) => void }) {
  return (
    <div className="relative mt-1">
      <Search aria-hidden className="absolute start-2.5 top-2.5 size-4 text-quiet" />
      <input
        id={SEARCH_BOX}
        type="search"
        aria-label={t("app.search")}
        placeholder={t("app.search")}
        value={words}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="h-9 w-full rounded-lg border border-line bg-ground ps-8 pe-2 text-sm placeholder:text-quiet"
      />
    </div>
  )
}

const MOST_HITS = 30
/** So long no letter was typed: a word is asked for once, not letter by letter. */
const PAUSE_MS = 150

export function SearchHits({ words }: { readonly words: string }) {
  const text = useDebounced(words, PAUSE_MS)
  const { owner } = useListed()
  const query = { text, limit: MOST_HITS, ...(owner !== undefined && { owner }) }
  const { value, isLoading } = useLoaded(() => client.call("sessions.search", { query }), JSON.stringify(query))
  if (value === undefined) return isLoading ? <Spinner label={t("app.loading")} /> : null
  if (value.hits.length === 0) return <p className="p-2 text-sm text-quiet">{t("app.noHits")}</p>
  return (
    <ul aria-label={t("app.hits")}>
      {value.hits.map(({ id, excerpt, ...session }) => {
        const more = besideTitle(nameOf(session), excerpt)
        return (
          <li key={id}>
            <Link href={PATHS.session(id)} dir="auto" className="block rounded-lg px-2 py-1.5 hover:bg-raised">
              <span className="block truncate text-sm font-medium">{titleOf(session)}</span>
              {more !== "" && <span className="line-clamp-2 text-xs text-quiet">{visible(more)}</span>}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
