// Under which name the bridge keeps what a provider attached to its thinking.

export function bridgeFormat(provider: string): string {
  return `ai-sdk/${provider}`
}
