// Where stored bytes of a session are.

export function blobUrl(session: string, hash: string): string {
  return `/v1/sessions/${encodeURIComponent(session)}/blobs/${encodeURIComponent(hash)}`
}
