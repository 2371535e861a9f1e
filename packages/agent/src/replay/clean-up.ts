// A turn that nobody runs any more may be ended by the clean-up of whoever finds it (session/fail-turn.ts), not by a rule.

/** The code of the turn's error, and of calls that had not begun. */
export const CLEAN_UP = "timed-out"
