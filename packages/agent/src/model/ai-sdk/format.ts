// The format name under which the bridge stores what a provider attached to its thinking.

export function bridgeFormat(provider: string): string {
  return `ai-sdk/${provider}`
}
