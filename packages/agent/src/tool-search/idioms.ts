// Turns of phrase whose words say something else than they mean: "get rid of" gets nothing. What is meant is added, in a word.

const IDIOMS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:get|got|getting) (?:it |them |this |that )?rid of\b|\b(?:throw|throws|threw|toss|take|took|get|cross|strike)\b.{0,40}\b(?:away|off|out)\b/i,
    "remove",
  ],
  [/\b(?:isn't|not|don't|doesn't|no) .{0,60}\b(?:any ?more|longer)\b|\bhas to go\b|\bfor good\b/i, "remove"],
  [/\bkeep .{0,30}\bin mind\b|\bkeep what\b|\bbear in mind\b|\bnote down\b/i, "remember"],
  [/\bgo(?:es)? back\b|\bget .{0,30}\bback\b|\bbring .{0,20}\bback\b|\broll back\b/i, "undo"],
  [/\bwhat(?:'s| is| are|s)? (?:in|inside)\b|\bwhat do I have in\b/i, "list contents"],
  [/\bwhat (?:does|do|did)\b.{0,80}\b(?:say|says|contain)\b|\bwas steht\b|\bque dit\b|\bque dice\b/i, "read text"],
  [/\bwhen (?:was|were|did)\b.{0,60}\b(?:changed|modified|created|edited|touched)\b/i, "info modified"],
  [
    /\bwho (?:wrote|changed|touched|edited|broke)\b|\bwer hat\b.{0,60}\b(?:geandert|geändert|geschrieben)\b/i,
    "blame author",
  ],
  [/\bhow (?:do|can) (?:i|we) get (?:from|to)\b|\bhow to get to\b|\bwie komme ich\b/i, "directions route"],
  [
    /\bhow (?:long|far)\b.{0,40}\b(?:drive|take|walk|from|to)\b|\bcu[aá]nto se tarda\b|\bwie (?:lange|weit)\b/i,
    "distance directions",
  ],
  [/\bhow (?:many|much)\b|\bwie viele\b|\bcombien\b|\bcu[aá]nt[oa]s\b/i, "count"],
  [/\bset(?:ting)? up\b/i, "create configure"],
  [/\b(?:sign|log)(?:ging|ged)? (?:in|on)\b/i, "login form fill"],
  [/\b(?:tick|check|cross) off\b/i, "checklist complete"],
  [/\b(?:look|looks|looking) (?:like|on)\b|\bwhat .{0,40}\blooks? like\b/i, "screenshot"],
  [/\bout of the way\b/i, "dismiss close"],
  [/\bput .{0,60}\b(?:into|in|on|under)\b/i, "add write"],
  [/\bmake (?:it |them |this |that |the )/i, "change set"],
  [
    /^\s*(?:which|what|welche[rs]?|quels?|quelles?|que|cu[aá]les)\b|\b(?:are|is) there (?:any|an?|some)\b|\bgibt es\b|\bhay alg/i,
    "list search",
  ],
  [/\btwice as\b|\bfaster\b|\bspeed up\b/i, "speed"],
  [/\bbranch off\b|\bswitch to\b|\bchange to\b/i, "switch checkout"],
  [/\bas if\b|\bpretend\b/i, "emulate simulate"],
  [/\bevery time\b|\bautomatic(?:ally)?\b|\bwhenever\b/i, "automation rule filter"],
]

/** Words for what is meant. */
export function idiomsIn(text: string): readonly string[] {
  return IDIOMS.flatMap(([pattern, meant]) => (pattern.test(text) ? meant.split(" ") : []))
}
