// Verbs that change something, in families: what an order asks for, what a tool is named after, what an answer says was
// done. This is the small lexicon that evidence needs in order to read orders and tool names; it is no phrase table.
// English words stand as they are; a German stem ends in "-" and takes the endings of a verb.

export interface Family {
  readonly name: string
  /** As an order gives it. */
  readonly order: readonly string[]
  /** As a tool or a command is named. */
  readonly tool: readonly string[]
  /** As it is said to be done. */
  readonly done: readonly string[]
  /** Done only by a call of its own: sending is not done by an edit, but adding may be. */
  readonly own: boolean
  /** What is made or turned into something else may be given in the chat, so it needs a place to count as a change. */
  readonly gives: "change" | "thing" | "text"
}

type Row = readonly [name: string, kind: "own" | "any" | "thing" | "text", order: string, tool: string, done: string]

const ROWS: readonly Row[] = [
  [
    "delete",
    "own",
    "delete rm remove erase drop purge trash wipe uninstall discard clear empty prune lösch- entfern- bereinig- leer- räum- aufräum- aufzuräum- säuber- deinstallier- wirf schmeiß- untag unpin dedupe deduplicate strip tilg- wegwerf- ausmist-",
    "delete del rm remove rmdir trash drop purge unlink clear erase uninstall destroy truncate prune empty clean dedupe strip",
    "deleted removed erased dropped purged trashed wiped uninstalled discarded cleared cleaned emptied pruned gelöscht entfernt bereinigt geleert aufgeräumt deinstalliert verworfen stripped deduplicated",
  ],
  [
    "move",
    "own",
    "move rename relocate reorganise reorganize organise organize sort verschieb- benenn- umbenenn- umzubenenn- sortier- einsortier- ordne ordnen beweg- verleg- reschedule postpone shift swap reorder rearrange split group vertag- tausch- umorganisier- gruppier- ablegen einordne einordnen verteil- trenn-",
    "move mv rename relocate reorganize organize sort ren reschedule postpone shift swap reorder split",
    "moved renamed relocated reorganised reorganized organised organized sorted verschoben umbenannt sortiert geordnet einsortiert verlegt rescheduled postponed shifted swapped reordered rearranged grouped split vertagt getauscht gruppiert verteilt getrennt",
  ],
  ["archive", "own", "archive archivier-", "archive", "archived archiviert"],
  [
    "copy",
    "any",
    "copy duplicate backup back clone mirror sync synchronise synchronize transfer kopier- sichere sichern dupliziere synchronisier- übertrag- snapshot fork replicate",
    "copy cp clone backup dump sync mirror rsync transfer scp upload download snapshot fork",
    "copied duplicated backed cloned mirrored synced synchronised synchronized kopiert gesichert synchronisiert übertragen transferred forked replicated",
  ],
  [
    "upload",
    "own",
    "upload attach hochlad- hochzulad- anhäng-",
    "upload put sync attach scp rsync s3 publish push",
    "uploaded attached hochgeladen angehängt",
  ],
  [
    "download",
    "any",
    "download lade lad laden herunterlad- runterlad- herunterzulad-",
    "download fetch get save curl wget",
    "downloaded heruntergeladen runtergeladen",
  ],
  [
    "make",
    "thing",
    "create make generate build produce plot draw design erstell- erzeug- generier- mach- leg- anleg- anzuleg- bau- zeichne combine join scaffold bootstrap initialise initialize set-up kombinier- zusammenfüg- leg lege legen",
    "create make new neu mkdir generate build touch init plot render scaffold combine screenshot",
    "created made generated built produced plotted erstellt erzeugt generiert angelegt gebaut gemacht combined joined kombiniert zusammengefügt",
  ],
  [
    "write",
    "text",
    "write draft compose prepare schreib- verfass- formulier- entwirf entwerf- bereite",
    "write save store put draft",
    "written wrote drafted composed prepared geschrieben verfasst formuliert entworfen vorbereitet",
  ],
  [
    "save",
    "any",
    "save store record put speicher- abspeicher- hinterleg- protokollier-",
    "save store put record write log export",
    "saved stored recorded logged gespeichert abgelegt hinterlegt abgespeichert",
  ],
  [
    "add",
    "any",
    "add append insert register füg- hinzufüg- hinzuzufüg- ergänz- trag- eintrag- einzutrag- einfüg- erfass- include attach link pin star flag bookmark subscribe enroll enrol verknüpf- verlink- abonnier- häng- hinterleg- aufnehm- meld- anmeld- registrier- vermerk- notier- vermerke",
    "add append insert register book enter link pin star flag bookmark subscribe enroll attach",
    "added appended inserted registered entered hinzugefügt ergänzt eingetragen eingefügt erfasst aufgenommen linked pinned starred flagged bookmarked subscribed enrolled verknüpft verlinkt abonniert angemeldet registriert",
  ],
  [
    "edit",
    "any",
    "edit update change modify fix replace correct adjust patch refactor amend revise repair resolve adapt migrate upgrade bump port normalise normalize trim fill tag label mark annotate rewrite änder- aktualisier- bearbeit- ersetz- korrigier- pass- anpass- anzupass- beheb- reparier- überarbeit- modifizier- migrier- umstell- markier- beschrift- kennzeichn- füll- ausfüll- vereinheitlich- rotate extend renew refresh improve shorten lengthen simplify clarify comment uncomment document wrap highlight bold encrypt decrypt unzip zip extract backfill index reindex transpose align number renumber increase decrease raise lower tidy clean reformat capitalise capitalize blur dreh- rotier- verläng- verlängere verlängern erneuer- kürz- verbesser- vereinfach- ergänz- kommentier- dokumentier- verschlüssel- entpack- pack- nummerier- erhöh- senk- korrigiere gliedere hervorheb- schneid- versieh- ausbesser- umformulier- umschreib- umzuschreib- überschreib- integrier- einbau- einzubau- bind- einbind- cut slice splice optimise optimize tune speed accelerate harden secure polish finish complete lös- auflös- optimier- beschleunig- vervollständig- erledig- populate prefill enrich",
    "edit update change modify set patch replace put fix tag label mark configure upgrade migrate amend rotate extend renew refresh encrypt unzip zip index comment improve cut optimize populate",
    "edited updated changed modified fixed replaced corrected adjusted patched refactored amended revised repaired resolved adapted migrated upgraded bumped ported normalised normalized trimmed filled tagged labelled labeled marked rewritten geändert aktualisiert bearbeitet ersetzt korrigiert angepasst behoben repariert überarbeitet modifiziert migriert umgestellt markiert beschriftet ausgefüllt rotated extended renewed refreshed improved shortened simplified commented documented wrapped highlighted encrypted unzipped zipped extracted indexed numbered increased decreased raised lowered reformatted gedreht verlängert erneuert gekürzt verbessert vereinfacht dokumentiert verschlüsselt entpackt nummeriert erhöht gesenkt hervorgehoben eingebaut integriert umgeschrieben überschrieben cut geschnitten optimised optimized tuned accelerated optimiert beschleunigt gelöst vervollständigt populated prefilled enriched",
  ],
  [
    "convert",
    "text",
    "convert crop resize compress format transcode translate rephrase summarise summarize konvertier- wandel- umwandel- komprimier- zuschneid- formatier- übersetz-",
    "convert crop resize compress format transcode translate mogrify magick ffmpeg heif lame pandoc soffice",
    "converted cropped resized compressed formatted transcoded translated konvertiert umgewandelt komprimiert zugeschnitten formatiert übersetzt",
  ],
  [
    "send",
    "own",
    "send ping dm mail email reply forward notify inform schick- send- verschick- versend- zuschick- antwort- leite weiterleit- benachrichtig- informier- mail- anruf- anzuruf- contact kontaktier- request claim fax alert message dispatch deliver forder- anforder- beantrag- faxe liefer- zustell-",
    "send reply forward notify message deliver respond answer call sms phone dial contact ask fax alert dispatch request submit",
    "sent told pinged texted mailed emailed replied forwarded notified informed messaged geschickt gesendet verschickt versendet geantwortet beantwortet weitergeleitet benachrichtigt informiert called angerufen gemeldet asked contacted nachgefragt gefragt kontaktiert requested claimed faxed alerted dispatched delivered beantragt angefordert gefaxt geliefert zugestellt",
  ],
  [
    "share",
    "own",
    "share invite publish post announce submit teile veröffentlich- poste posten einlad-",
    "share invite publish post submit comment review announce tweet attendees",
    "shared invited published posted announced submitted geteilt eingeladen veröffentlicht gepostet eingereicht",
  ],
  [
    "approve",
    "any",
    "approve reject accept escalate genehmig- freigeb- bestätig-",
    "approve reject accept confirm approval",
    "approved rejected accepted escalated genehmigt freigegeben",
  ],
  [
    "buy",
    "own",
    "order buy purchase book reserve bestell- nachbestell- kauf- buch- reservier- rent hire lease sell redeem miet- anmiet- verkauf- einlös- erwerb-",
    "order buy purchase book reserve checkout reservation rent hire lease sell redeem",
    "ordered bought purchased booked reserved bestellt gekauft gebucht reserviert nachbestellt rented hired leased sold redeemed gemietet verkauft eingelöst",
  ],
  [
    "pay",
    "own",
    "pay wire refund bezahl- überweis- zahl- erstatt- donate deposit withdraw invest spend- abheb- einzahl-",
    "pay transfer charge refund payment donate deposit withdraw invest",
    "paid transferred refunded bezahlt überwiesen gezahlt erstattet donated deposited withdrawn invested gespendet abgehoben eingezahlt",
  ],
  [
    "cancel",
    "own",
    "cancel revoke decline terminate stornier- kündig- absag- abzusag- widerruf-",
    "cancel revoke decline terminate abort",
    "cancelled canceled revoked declined terminated storniert gekündigt abgesagt widerrufen",
  ],
  ["unsubscribe", "own", "unsubscribe abbestell-", "unsubscribe optout", "unsubscribed abbestellt abgemeldet"],
  [
    "run",
    "own",
    "run execute start launch trigger proceed continue starte starten führe führ ausführ- auszuführ- resume retry initiate kick wake anstoß-",
    "run execute exec start launch trigger resume retry initiate",
    "ran executed started launched triggered gestartet ausgeführt resumed initiated angestoßen",
  ],
  [
    "stop",
    "own",
    "stop kill halt stopp- beend-",
    "stop kill shutdown terminate halt off",
    "stopped killed halted gestoppt beendet",
  ],
  [
    "restart",
    "own",
    "restart reboot reload neustart-",
    "restart reboot reload neustart",
    "restarted rebooted reloaded neugestartet gestartet",
  ],
  ["install", "any", "install installier-", "install add", "installed installiert"],
  [
    "deploy",
    "own",
    "deploy release ship deploy- ausroll-",
    "deploy release rollout ship",
    "deployed released shipped ausgerollt deployt",
  ],
  ["push", "own", "push push-", "push", "pushed gepusht"],
  ["commit", "any", "commit committ-", "commit", "committed committet"],
  [
    "restore",
    "any",
    "merge rebase revert restore reset undo recover zurücksetz- wiederherstell- setz- mergen merge",
    "merge rebase revert restore rollback reset undo recover",
    "merged rebased reverted restored reset recovered zurückgesetzt wiederhergestellt zusammengeführt gemergt",
  ],
  [
    "import",
    "own",
    "import export importier- exportier-",
    "import export load ingest",
    "imported exported importiert exportiert",
  ],
  [
    "set",
    "any",
    "set schedule block assign grant configure apply implement remind log erinner- einplan- block- blockier- stell- einstell- konfigurier- richte einricht- einzuricht- vereinbar- weise zuweis- heat cool record cast stream queue follow unfollow like ban kick provision scale whitelist heiz- regel- weck- signier- unterschreib- sign weis- join reopen reassign delegate unblock freeze water feed vacuum mow brew preheat gieß- fütter- mäh- brüh- delegier- reaktivier-",
    "set schedule block assign grant configure apply book reminder remind alarm record scale sign queue climate join reopen reassign delegate unblock water",
    "set scheduled blocked assigned granted configured applied implemented gestellt eingestellt geplant eingeplant geblockt konfiguriert eingerichtet vereinbart zugewiesen signed signiert unterschrieben recorded scaled queued geweckt reminded joined reopened reassigned delegated unblocked watered gegossen gefüttert reaktiviert",
  ],
  [
    "switch",
    "own",
    "turn switch enable disable activate deactivate dim brighten lock unlock arm disarm play pause mute unmute shuffle connect pair close shut schalt- einschalt- ausschalt- abschalt- aktivier- deaktivier- sperr- entsperr- spiel- abspiel- dimm- verbinde verbinden koppel- schließ- pausier- druck- ausdruck- auszudruck-",
    "turn switch enable disable activate deactivate dim lock unlock arm disarm play pause mute unmute shuffle toggle connect pair close print druck drucken on off",
    "turned switched enabled disabled activated deactivated dimmed locked unlocked paused muted connected paired closed printed geschaltet eingeschaltet ausgeschaltet aktiviert deaktiviert gesperrt entsperrt verbunden gekoppelt geschlossen gedruckt ausgedruckt gedimmt",
  ],
]

export const FAMILIES: readonly Family[] = ROWS.map(([name, kind, order, tool, done]) => ({
  name,
  order: order.split(" "),
  tool: tool.split(" "),
  done: done.split(" "),
  own: kind === "own",
  gives: kind === "thing" || kind === "text" ? kind : "change",
}))

/** A verb that no list has: it may be a deed. */
export const UNKNOWN: Family = { name: "unknown", order: [], tool: [], done: [], own: false, gives: "change" }

const BY_TOOL = familiesBy(({ tool }) => tool)
const BY_DONE = familiesBy(({ done }) => done)
const BY_ORDER = familiesBy(({ order }) => order.filter((word) => !word.endsWith("-")))
const BY_STEM = new Map(
  FAMILIES.flatMap((family) =>
    family.order.filter((word) => word.endsWith("-")).map((word) => [word.slice(0, -1), family] as const),
  ),
)

export function familiesOfTool(word: string): readonly Family[] {
  return BY_TOOL.get(word) ?? []
}

export function familiesDone(word: string): readonly Family[] {
  return BY_DONE.get(word) ?? []
}

export function familyOrdered(word: string): Family | undefined {
  return BY_ORDER.get(word)?.[0] ?? stemmed(word)
}

/** "lösch", "lösche", "löschen", "löscht", "umzubenennen". */
function stemmed(word: string): Family | undefined {
  for (const ending of ["", "e", "en", "t", "n", "st"]) {
    if (!word.endsWith(ending)) continue
    const family = BY_STEM.get(word.slice(0, word.length - ending.length))
    if (family !== undefined) return family
  }
  return undefined
}

function familiesBy(words: (family: Family) => readonly string[]): ReadonlyMap<string, readonly Family[]> {
  const map = new Map<string, Family[]>()
  for (const family of FAMILIES) {
    for (const word of words(family)) map.set(word, [...(map.get(word) ?? []), family])
  }
  return map
}
