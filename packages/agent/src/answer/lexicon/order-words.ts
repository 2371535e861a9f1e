// Words that say how an order is meant: for all or for one, only to be told, or to be asked first. They read the user,
// never the model, and so belong to the evidence.

const any = (...sources: readonly string[]) =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${sources.join("|")})(?![\\p{L}\\p{N}])`, "u")

/** The order speaks of all of a set. */
export const EVERY = any(
  "all(?! (?:right|good|set|the best))",
  "each(?! other)",
  "every(?:thing|one|body)?'?s?",
  "both",
  "whole",
  "entire",
  "complete",
  "full",
  "throughout",
  "across",
  "everywhere",
  "per (?!se|mail|e-?mail|sms|post|default|hour|second)\\p{L}+",
  "alle[nrs]?",
  "alles",
  "jede[nmrs]?",
  "jeweils",
  "sämtliche[nrs]?",
  "beide[nrs]?",
  "ganze[nrs]?",
  "gesamte[nrs]?",
  "überall",
  "komplett(?:e[nrs]?)?",
  "vollständig(?:e[nrs]?)?",
  "pro \\p{L}+",
  "je",
)

/** The order picks out a part of what is there, so that what is left alone may be left alone on purpose. */
export const FILTER = any(
  "(?:before|after) (?:\\d+|last|this|january|february|march|april|may|june|july|august|september|october|november|december)",
  "(?:older|newer|larger|smaller|bigger|more|less|younger|longer|shorter|higher|lower|cheaper) than",
  "which (?:of )?(?:\\p{L}+ ){0,3}(?:needs?|requires?)",
  "suitable",
  "passend\\p{L}*",
  "geeignet\\p{L}*",
  "that's",
  "that (?:are|is|have|has|were|was|starts?|ends?|contains?|match\\p{L}*|begins?|don't|do not|aren't|haven't|hasn't|can|needs?|i|touch\\p{L}*)",
  "which (?:are|is|have|has|were)",
  "whose",
  "where",
  "without",
  "but (?:never|not|keep|leave)",
  "unless",
  "only",
  "containing",
  "matching",
  "if",
  "skip",
  "ignore",
  "leave (?:the|them|those|these|everything|it|\\p{L}+ (?:alone|out|untouched|as))",
  "lass(?:e|t)? (?:die|den|das|sie|es|alle|alles)",
  "(?:the|those|all) (?:\\p{L}+ )?ones",
  "since",
  "under \\d+",
  "over \\d+",
  "above \\d+",
  "below \\d+",
  "(?:älter|jünger|größer|kleiner|mehr|weniger|länger|kürzer) als",
  "ohne",
  "nur",
  "deren",
  "dessen",
  "über \\d+",
  "unter \\d+",
  "ab \\d+",
  "vor \\d+",
  "seit",
  "wenn",
  "falls",
  "nicht",
  "die (?:noch|schon|nicht|älter|größer)",
)

/** The order wants the foremost of a set, which takes a look at all but a deed for few. */
export const PICKS = any(
  "most",
  "best",
  "top",
  "(?:larg|bigg|small|old|new|cheap|fast|slow|long|short|high|low|lat)est",
  "first",
  "which (?:one|ones|of them)?(?: is| are)",
  "(?:größ|klein|kürz|läng|b|neu|ält|jüng|billig|günstig|teuer|schnell|langsam|höch|niedrig|wichtig|dringend|häufig|mei)(?:e?st)e[nrsm]?",
  "erste[nrs]?",
  "am \\p{L}+sten",
)

/** The user wants to be asked, or to see it, before anything is done. */
export const ASK_FIRST = any(
  "ask me (?:first|before)",
  "(?:wait|waiting) for my",
  "check with me",
  "confirm with me",
  "let me (?:confirm|approve|decide)",
  "show me (?:\\p{L}+ ){0,6}first",
  "until i (?:say|confirm|approve)",
  "(?<!(?:have|got|with|has) )my (?:ok|okay|approval|go-ahead|confirmation)",
  "frag(?:e)? mich (?:vorher|zuerst|erst|bevor)",
  "warte auf (?:mein|meine)",
  "(?<!(?:hast|habt|haben|mit) )(?:mein|meine) (?:ok|okay|freigabe|bestätigung|zustimmung)(?! hast)",
  "erst nach rücksprache",
  "zeig(?:e)? (?:es |sie |mir )+(?:vorher|zuerst|erst)",
  "erst zeigen",
)

/** The user has already said yes. */
export const APPROVED = any(
  "go ahead",
  "(?:have|got|with) my (?:ok|okay|approval|blessing|go-ahead|permission)",
  "(?:hast|haben) (?:mein|meine) (?:ok|okay|freigabe|zustimmung|erlaubnis)",
  "i'm sure",
  "i am sure",
  "no need to ask",
  "(?:don't|do not|without) ask(?:ing)?(?: me)?",
  "you don't need to ask",
  "just do it",
  "definitely",
  "no questions",
  "approved",
  "confirmed",
  "without confirmation",
  "no confirmation",
  "same as (?:last time|before|usual|always)",
  "as (?:usual|always)",
  "frag(?:e)? (?:mich )?nicht",
  "ohne (?:nachfrage|rückfrage|nachzufragen|rückfragen|zu fragen)",
  "nicht nachfragen",
  "keine rückfragen?",
  "mach einfach",
  "genehmigt",
  "freigegeben",
  "bin (?:mir )?sicher",
  "ist abgesprochen",
  "wie (?:immer|üblich|gehabt|sonst|beim letzten mal|letztes mal)",
)

/** Words are wanted, not deeds: a plan, a draft, an explanation, a text for here. */
export const WORDS_ONLY = any(
  "(?:just|only|simply) (?:want|need|show me|tell me|give me|explain|list|draft|outline|describe)",
  "how (?:would|do|can|should|could) (?:you|i|we|one)",
  "what would (?:you|be)",
  "(?:don't|do not) (?:change|touch|modify|edit|apply|execute|run|do|delete|send|implement) anything",
  "(?:change|touch|modify|apply|execute) nothing",
  "without (?:changing|touching|sending|running|executing|modifying) anything",
  "i(?:'ll| will|'m going to) (?:run|send|do|execute|handle|paste|post|apply) (?:it|them|this|that|the rest)",
  "here in (?:the|this) chat",
  "(?:just|right|only) here",
  "in (?:the|this) chat",
  "read-only",
  "hypothetically",
  "no changes",
  "nur (?:ein|einen|den|das|als) (?:plan|vorschlag|entwurf|text|vorgehen|konzept|überblick)",
  "nur (?:das vorgehen|hier|erklären|zeigen|auflisten)",
  "wie (?:würdest|würden|kann|könnte|soll|sollte|geht)",
  "noch nichts",
  "nichts (?:ändern|ausführen|löschen|verschicken|senden|anfassen|umsetzen|verändern)",
  "(?:änder|lösch|verschick|mach|fass|führ)e? (?:bitte |noch )*nichts",
  "ohne (?:etwas )?(?:zu )?(?:ändern|verändern|verschicken|anzufassen)",
  "ich (?:verschicke|schicke|mache|mach|sende|führe|erledige|übernehme) (?:sie|es|das|ihn|den rest)",
  "hier im chat",
  "hier in den chat",
  "rein theoretisch",
  "nur (?:der |den )?text",
  "\\p{L}+ (?:tu|mach|mache|erledige|schicke|verschicke|übernehme) ich (?:dann |später )?(?:selbst|selber)",
  "ich (?:\\p{L}+ ){0,3}(?:selbst|selber)",
  "(?:just|only|simply) explain",
  "no tools",
)

/** Questions of knowledge and advice that no tool is needed for. */
export const ADVICE = any(
  "how (?:would|do|can|should|could) (?:you|i|we|one)",
  "how to",
  "should i",
  "what should",
  "do you think",
  "tips",
  "advice",
  "ideas",
  "idea for",
  "recommend\\p{L}*",
  "suggest\\p{L}*",
  "difference between",
  "what (?:is|are) (?:a|an)",
  "what does \\p{L}+ mean",
  "would you",
  "wie (?:würdest|würden|kann|könnte|soll|sollte|geht|macht)",
  "soll ich",
  "sollte ich",
  "was ist (?:ein|eine|der unterschied)",
  "was bedeutet",
  "tipps?",
  "ideen?",
  "empfiehl\\p{L}*",
  "empfehl\\p{L}*",
  "vorschl\\p{L}*",
  "unterschied zwischen",
)

const QUESTION_WORDS =
  "how|what|what's|whats|where's|wheres|who's|whos|how's|when's|which|who|whom|whose|when|where|why|is|are|was|were|do|does|did|am|has|have|should|wie|was|welche[rnms]?|wer|wen|wem|wann|wo|woher|wohin|warum|wieso|weshalb|ist|sind|war|gibt|gab|hat|haben|stimmt|wieviel|wieviele"
export const ASKS = new RegExp(`^(?:and |und |so |also |hey |hi |,)*(?:${QUESTION_WORDS})(?![\\p{L}'])`, "u")

/** What may come before the verb of an order. */
export const LEADING =
  /^(?:(?:please|kindly|now|then|also|just|finally|afterwards|next|first|and|so|hey|hi|hello|ok|okay|great|thanks|bitte|jetzt|dann|danach|anschließend|zuerst|zunächst|mal|auch|noch|einfach|und|hallo|danke|kurz|gern|gerne|zum schluss|can you|could you|would you|will you|can u|i need you to|i want you to|i'd like you to|i would like you to|you should|you need to|go and|go ahead and|try to|help me|help me to|let's|we need to|kannst du|könntest du|können sie|könnten sie|würdest du|würden sie|du sollst|ich möchte, dass du|hilf mir,?)[\s,!:]+)*/u

/** What is made of words, and may be given in the chat. */
export const TEXT_THINGS = any(
  "lists?",
  "tables?",
  "summar(?:y|ies)",
  "overview",
  "plans?",
  "draft",
  "scripts?",
  "texts?",
  "poems?",
  "haiku",
  "jokes?",
  "stor(?:y|ies)",
  "repl(?:y|ies)",
  "e-?mails?",
  "mails?",
  "letters?",
  "messages?",
  "comparison",
  "reports?",
  "outline",
  "ideas?",
  "code",
  "functions?",
  "regex",
  "quer(?:y|ies)",
  "sentences?",
  "paragraphs?",
  "essays?",
  "proposals?",
  "suggestions?",
  "checklist",
  "recipes?",
  "explanations?",
  "captions?",
  "titles?",
  "slogans?",
  "names?",
  "questions?",
  "speech",
  "songs?",
  "prompts?",
  "sense",
  "it",
  "sure",
  "assessments?",
  "analys[ei]s",
  "evaluations?",
  "recommendations?",
  "conclusions?",
  "estimates?",
  "statements?",
  "einschätzung(?:en)?",
  "analysen?",
  "bewertung(?:en)?",
  "fazit",
  "empfehlung(?:en)?",
  "überblick",
  "variants?",
  "versions?",
  "headlines?",
  "alternatives?",
  "options?",
  "examples?",
  "notes?",
  "posts?",
  "taglines?",
  "listen?",
  "tabellen?",
  "zusammenfassung(?:en)?",
  "übersicht(?:en)?",
  "entwurf",
  "entwürfe",
  "skripte?",
  "gedichte?",
  "witze?",
  "geschichten?",
  "antwort(?:en)?",
  "briefe?",
  "nachricht(?:en)?",
  "vergleich",
  "berichte?",
  "gliederung",
  "ideen?",
  "vorschl(?:ag|äge)",
  "absagen?",
  "bewerbung(?:en)?",
  "rezepte?",
  "erklärung(?:en)?",
  "titel",
  "namen?",
  "fragen?",
  "rede",
  "lieder",
  "katalogtexte?",
  "sätze?",
  "mir (?:drei|ein paar|einige)",
)

/** Where a text is to go. */
export const TO_A_PLACE =
  /(?:\b(?:as|to|into|in|under|at|onto|als|nach|in|unter|auf)\s+(?:the |a |an |die |der |das |eine |einer |den |dem |fertige |neue )*(?:file |datei )?§|\bals (?:fertige )?datei\b|\b(?:as|to|into) (?:a|the) (?:new )?file\b|\binto (?:the |my |our )?(?:crontab|calendar|wiki|database|sheet|spreadsheet|table|document|config|notes?|list|ledger|crm|diary|board|ticket)\b|\b(?:in|an) (?:den|die|das|meinen?|unseren?|unsere) (?:kalender|tabelle|liste|datenbank|wiki|dokument|board|notizen|buchhaltung|akte|ticket)\b)/u

const ENGLISH_NUMBERS =
  "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  )
const GERMAN_NUMBERS =
  "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig".split(
    " ",
  )

/** "7", "seven", "sieben" as a number; nothing for other words. */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,4}$/.test(word)) return Number(word)
  const at = Math.max(ENGLISH_NUMBERS.indexOf(word), GERMAN_NUMBERS.indexOf(word))
  return at === -1 ? undefined : at + 2
}

/** "seven", "sieben" for 7. */
export function numberWords(count: number): readonly string[] {
  return [ENGLISH_NUMBERS[count - 2], GERMAN_NUMBERS[count - 2]].filter((word) => word !== undefined)
}
