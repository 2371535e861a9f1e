// The key of an item of a list that never changes its order: its place.
export function placeKey(place: number): string {
  return `place-${place}`
}
