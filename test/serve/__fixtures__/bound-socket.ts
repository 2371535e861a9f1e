// A socket as systemd passes one to several processes. This process must not listen on it: it would take connections away from them.
interface Handle {
  readonly fd: number
  bind(address: string, port: number): number
  close(): void
}

export function boundSocket(): { readonly fd: number; close(): void } {
  // Node has no public way to bind a socket without listening on it.
  const { TCP, constants } = (process as unknown as { binding(name: string): TcpWrap }).binding("tcp_wrap")
  const handle = new TCP(constants.SOCKET)
  const code = handle.bind("127.0.0.1", 0)
  if (code !== 0) throw new Error(`cannot bind a socket: ${code}`)
  return { fd: handle.fd, close: () => handle.close() }
}

interface TcpWrap {
  readonly TCP: new (kind: number) => Handle
  readonly constants: { readonly SOCKET: number }
}
