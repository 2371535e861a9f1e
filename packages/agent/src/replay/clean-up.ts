// The clean-up may end a turn that no runner runs any more (session/fail-turn.ts). No rule does that.

/** The code of the turn's error, and of calls that had not started. */
export const CLEAN_UP = "timed-out"
