// Orders whose verb alone says nothing: "let the team know", "give Kim access", "stell fest". Each stands for a verb that
// the families know.

/** Nothing is to be changed: something is to be found out. */
export const FOUND_OUT = "ermittle"

const SPECIAL: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/^stell\p{L}* (?:\p{L}+ )*fest(?!\p{L})/u, FOUND_OUT],
  [/^let (?!me\b|us\b).{1,60} know\b/, "notify"],
  [/^(?:tell|ask) (?!me\b|us\b|whether\b|if\b|which\b|how\b)/, "notify"],
  [/^(?:sage?|gib) (?!mir\b|uns\b|was\b|wie\b|ob\b|welche).{1,80} bescheid/, "benachrichtige"],
  [/^sage? (?:dem|der|den|allen|\p{L}+ dass) .{1,80}$/u, "benachrichtige"],
  [/^(?:frage?|erkundige) (?!mich\b|uns\b|dich\b).{1,120}/, "benachrichtige"],
  [/(?<!\p{L})(?:by|via|per) (?:e-?mail|sms|text message|whatsapp|mail|post|phone|telefon)(?!\p{L})/u, "notify"],
  [/^schreib\p{L}* (?:an )?(?:herrn|frau|dem|der|meinem|meiner|unserem|unserer|allen) .{2,}/u, "benachrichtige"],
  [/^write (?:to |(?:mr|mrs|ms|dr)\b)/, "notify"],
  [/^teile? (?!mir\b|uns\b).{1,80} mit\b/, "benachrichtige"],
  [/^(?:give|gib|geben?) (?!me\b|us\b|mir\b|uns\b).{0,80}(?:access|permission|rights|zugriff|zugang|rechte)/, "grant"],
  [/^bring\p{L}* .{0,80}(?:zum laufen|auf den (?:neuesten |aktuellen )?stand|in ordnung)/u, "update"],
  [/^(?:lad|lade|laden) .{1,120} ein$/, "invite"],
  [/^melde? .{1,120} ab$/, "unsubscribe"],
  [/^sage? .{1,120} ab$/, "cancel"],
  [
    /^answer .{0,60}(?:thread|forum|mails?|tickets?|comments?|reviews?|messages?|posts?|requests?|customers?)\b/,
    "reply",
  ],
  [/^call (?!me\b|it\b|this\b|him\b|her\b|the (?:function|tool|api|method|endpoint)\b)\p{L}/u, "notify"],
  [/^rufe? .{1,80} an$/, "benachrichtige"],
  [/^(?:leave|quit|exit) .{0,60}(?:channels?|groups?|teams?|lists?|meetings?|servers?|i haven't)/, "cancel"],
  [/^open (?:a |an |the )?(?:new )?(?:pr|pull request|issue|ticket|account|branch|case)\b/, "create"],
  [/^turn .{1,120} into /, "convert"],
  [/^start\p{L}* (?:.{1,120} )?neu(?!\p{L})/u, "restart"],
]

export function specialIn(clause: string): string | undefined {
  return SPECIAL.find(([pattern]) => pattern.test(clause))?.[1]
}
