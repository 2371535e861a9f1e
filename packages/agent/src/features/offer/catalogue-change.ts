// Which tools came and went since the model was last shown them. Undefined before the first request, when all are new.
import type { BuiltRequest, PerformContext, Yielded } from "../../kernel/performer.ts"

type Ports = Pick<PerformContext, "state" | "toolbox" | "blobs">

export function catalogueChange(built: BuiltRequest, ports: Ports): Promise<Yielded> | undefined {
  const { catalogue } = built.sections
  const { catalogue: known } = ports.state
  if (catalogue === undefined || known === undefined || catalogue === known) return undefined
  return changeFrom(known, catalogue, built, ports)
}

async function changeFrom(
  known: string,
  catalogue: string,
  { blobs }: BuiltRequest,
  { toolbox, blobs: stored }: Ports,
): Promise<Yielded> {
  const blob = blobs.find(({ hash }) => hash === catalogue)
  const [before, now] = [namesIn(await stored.read(known)), namesIn(blob?.bytes)]
  // The earlier list is not available: then only the change itself can be reported.
  const added = before === undefined ? [] : (now ?? []).filter((name) => !before.includes(name))
  const removed = (before ?? []).filter((name) => now?.includes(name) === false)
  const why = toolbox.whyChanged?.([...added, ...removed]) ?? "Others are set up now."
  const fact = { type: "catalogue-changed", added, removed, why, catalogue } as const
  return { fact, blobs: blob === undefined ? [] : [blob] }
}

function namesIn(bytes: Uint8Array | undefined): readonly string[] | undefined {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as readonly string[] // Pawl wrote it, or it does not parse.
  } catch {
    return undefined
  }
}
