// Verbs and tool names that only look. A call known to look has changed nothing; what is in no list may have.

const words = (list: string) => new Set(list.split(/\s+/))

/** Tool words that look, whatever else the name says: "booking__search", "get_update". */
export const LOOKING_TOOLS =
  words(`get list ls search find read fetch query lookup look show view describe info stat stats
  count free exists calculate calculator calc inspect detect ocr transcribe analyze analyse browse summarize forecast climate quota diff compare preview
  freebusy availability available frei belegt peek head tail grep glob tree parse probe ping whoami help recognize identify
  lesen lies suche suchen such liste listen anzeigen abrufen holen finden finde pruefen prüfen auflisten zeigen abfrage`)

/** Words that look in one tool and do in another: "check_links", "check_in"; "open_file", "open_blinds"; "get_log", "log_hours". */
export const EITHER_TOOLS =
  words(`extract run exec execute open log logs check scan track monitor watch quote estimate audit history status validate
  verify test lint slots translate kontakte`)

/** Orders to look at something. German stems end in "-". */
export const LOOKING_ORDERS =
  words(`find search look use check list show tell give read open analyse analyze count compare explain
  describe review investigate examine inspect determine identify calculate compute figure work get fetch pull watch monitor
  verify test scan audit report name summarise summarize proofread plan rank recommend suggest evaluate assess extract
  transcribe trace locate measure track reproduce print display browse estimate predict guess rate grade judge
  critique diagnose profile benchmark research explore study interpret see decide choose pick select solve simulate research detect
  rank google scrape crawl query profile sum total
  such- find- schau- guck- zeig- sag- nenn- lies les- öffn- fass- zusammenfass- zähl- vergleich- erklär- beschreib- prüf-
  überprüf- untersuch- analysier- ermittl- ermittel- berechn- rechn- hol- gib geb- wert- auswert- list- auflist- geh- finde
  schlag- scann- durchsuch- empfehl- empfiehl ruf- abruf- beobacht- kontrollier- bewert- such ermittle nenne überblick-`)

/** Orders for words alone. */
export const TALKING_ORDERS =
  words(`brainstorm outline define discuss elaborate clarify prove derive quiz teach help advise warn imagine
  pretend act answer rephrase paraphrase reword say talk chat think consider learn remember note forget thank wish greet
  recommend suggest propose sketch invent come keep let be do have go take thanks hello good
  erzähl- denk- überleg- bericht- antworte stell merk- vergiss nimm lass sei hab komm danke hallo guten rat- berat- diskutier-
  definier- hilf erfind- träum- wünsch- sprich red- spiel-`)

/** Orders that nothing but the inside of a file can serve. */
export const CONTENT_ORDERS =
  words(`read summarise summarize proofread transcribe extract translate analyse analyze review compare
  lies les- fass- zusammenfass- analysier- übersetz- transkribier- auswert- wert- vergleich-`)

/** Orders that a list answers. */
export const LISTING_ORDERS = words(`list show display print name zeig- nenn- list- auflist-`)

/** Orders that take a text from its beginning to its end. */
export const WHOLE_ORDERS = words(
  `summarise summarize proofread transcribe translate fass- zusammenfass- übersetz- transkribier- lektorier-`,
)

/** Orders to make sure afterwards. */
export const CHECKING_ORDERS = words(`verify check ensure confirm test validate lint lint-
  prüf- überprüf- kontrollier- test- teste vergewisser- verifizier-`)

/** Whether a word is in a list of words and stems. */
export function isIn(list: ReadonlySet<string>, word: string): boolean {
  if (list.has(word)) return true
  return ["", "e", "en", "t", "n", "st"].some(
    (end) => word.endsWith(end) && list.has(`${word.slice(0, word.length - end.length)}-`),
  )
}
