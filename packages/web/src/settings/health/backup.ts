// Saves a copy of the server's database to the disk of the person.

interface Saved {
  readonly sessions: number
  readonly facts: number
}

/** The browser keeps the answer outside of this page's memory where it is large. */
export async function downloadBackup(): Promise<Saved> {
  const response = await fetch("/v1/admin/backup", { method: "POST" })
  if (!response.ok) throw new Error(await problemIn(response))
  const url = URL.createObjectURL(await response.blob())
  const link = document.createElement("a")
  link.href = url
  link.download = `pawl-${new Date().toISOString().slice(0, 10)}.db`
  link.click()
  URL.revokeObjectURL(url)
  const number = (name: string) => Number(response.headers.get(name) ?? 0)
  return { sessions: number("x-pawl-sessions"), facts: number("x-pawl-facts") }
}

/** Errors of the server say what happened and what to do. */
async function problemIn(response: Response): Promise<string> {
  const text = await response.text()
  try {
    return (JSON.parse(text) as { readonly error: { readonly message: string } }).error.message
  } catch {
    return `${response.status} ${text}`
  }
}
