// A commit hook for `sqlite` that simulates a disk whose fsync takes 10 ms longer.

export const SLOW_MS = 10

const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

export function beforeCommit(): void {
  Atomics.wait(never, 0, 0, SLOW_MS)
}
