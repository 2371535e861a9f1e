// How many turns of a group are in the page: all, none, or some that come a turn a frame.

/** What is not in the page is kept as a height in pixels. */
export type Place =
  | { readonly kind: "all" }
  | { readonly kind: "out"; readonly height: number }
  | { readonly kind: "coming"; readonly height: number; readonly turns: number }

export type Message =
  | { readonly type: "near"; readonly isSeen: boolean }
  | { readonly type: "far"; readonly height: number }
  | { readonly type: "frame"; readonly turns: number }

export const all: Place = { kind: "all" }

export function next(place: Place, message: Message): Place {
  switch (message.type) {
    case "far":
      return message.height > 0 ? { kind: "out", height: message.height } : place
    case "near":
      return come(place, message.isSeen)
    case "frame":
      return grow(place, message.turns)
  }
}

function come(place: Place, isSeen: boolean): Place {
  // On the screen it is wanted at once.
  if (place.kind === "all" || isSeen) return all
  return place.kind === "out" ? { kind: "coming", height: place.height, turns: 1 } : place
}

function grow(place: Place, turns: number): Place {
  if (place.kind !== "coming") return place
  return place.turns + 1 >= turns ? all : { ...place, turns: place.turns + 1 }
}
