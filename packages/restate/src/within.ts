// Waits for something, but not for ever.

/** Resolves when it has ended, or after so long. */
export async function within(ms: number, ended: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([ended, late])
  clearTimeout(timer)
}
