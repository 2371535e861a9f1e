// Stands in for the storage of a browser, which Node lacks.

export function fakeStorage() {
  const before = Object.getOwnPropertyDescriptor(globalThis, "localStorage")
  return {
    begin: () => {
      const kept: Record<string, string> = {}
      const methods = {
        getItem: (key: string) => kept[key] ?? null,
        setItem: (key: string, value: string) => void Reflect.set(kept, key, value),
        removeItem: (key: string) => void Reflect.deleteProperty(kept, key),
      }
      const value = new Proxy(kept, { get: (_, name) => Reflect.get(methods, name) })
      Object.defineProperty(globalThis, "localStorage", { configurable: true, value })
    },
    end: () => {
      if (before === undefined) Reflect.deleteProperty(globalThis, "localStorage")
      else Object.defineProperty(globalThis, "localStorage", before)
    },
  }
}
