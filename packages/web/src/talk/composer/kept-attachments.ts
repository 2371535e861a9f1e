// Keeps the files of a draft in this browser, so that a reload loses none of them.
import { dropFiles, keepFile, keptFiles } from "../../data/kept-files.ts"
import type { Observable } from "../../data/observable.ts"
import { type Attachment, pictureOf } from "./attachments.ts"

interface WithFiles {
  readonly attachments: readonly Attachment[]
}

/** Those of before come back as soon as the browser has read them. */
export function keepAttachments<D extends WithFiles>(key: string, draft: Observable<D>): void {
  const nameOf = ({ id = "" }: Partial<Attachment>) => `${key}\n${id}`
  let known = draft.get().attachments
  draft.subscribe(() => {
    const { attachments } = draft.get()
    for (const each of attachments)
      if (each.bytes !== undefined && !known.includes(each)) void keepFile(nameOf(each), each)
    for (const each of known) if (!attachments.includes(each)) void dropFiles(nameOf(each))
    known = attachments
  })
  void keptFiles<Attachment>(nameOf({})).then((kept) => {
    const back = kept.filter(({ id }) => known.every((each) => each.id !== id)).map(pictureOf)
    known = [...back, ...known]
    if (back.length > 0) draft.update((now) => ({ ...now, attachments: known }))
  })
}
