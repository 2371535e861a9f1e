// The meanings of words in a search for tools: all tables of the search by words, as data, with their sources.
//
// A line is "name: words that mean it ; words that hint at it | words of German, French and Spanish", normalised (lower
// case, no accents). The source of the single words is not recorded. What is known: the tables were tuned on
// bench/prefilter/labelled.json and on every second request of queries-dev.json, and lines are grouped by whether a tool
// of that set has that name, which test/word-tables.test.ts checks. Only general words belong here, not a single
// product's names for its things. A new line must state its source.

export interface WordGroup {
  /** `deed`: something to do. `subject`: what it is about. */
  readonly kind: "deed" | "subject"
  /** The source of its lines, as far as it is known. */
  readonly source: string
  readonly lines: string
}

export const WORD_GROUPS: readonly WordGroup[] = [
  {
    kind: "deed",
    source: "tools of bench/prefilter/labelled.json, or their servers, are named by one of the words at least",
    lines: `
delete: delete remove erase drop destroy discard purge wipe clear unset eliminate uninstall rid ; trash bin away forget detach off stale scrap ditch kill expunge cancel strip cut unpublish obsolete outdated duplicate unwanted throw dump toss chuck nuke zap axe takedown unneeded superfluous leftovers clean cleanup prune unused withdraw revoke retract | losche loschen loesche loeschen entferne entfernen weg wegwerfen losch supprime supprimer efface effacer enleve enlever borra borrar elimina eliminar quita quitar wegmachen rauswerfen verwerfen tilge jette jeter vire borre elimine tira vacia vide vider leere leeren entfern
create: create make new generate build init initialize initialise compose ; add setup start open insert fresh prepare register book put draw raise file log launch produce establish craft draft spin begin another schedule arrange introduce provision organise organize brand need | erstelle erstellen lege anlegen neu neue neuen neues cree creer nouveau nouvelle nouveaux crea crear nuevo nueva mache anlege leg eroffne fais faire haz hacer genera generar neuer
add: add append insert attach include ; put join another extra assign create write new into upload enter log register plus onto record stick throw bring supplement more | hinzufugen hinzu erganze erganzen ajoute ajouter anade anadir agrega agregar dazu eintragen trage fuge mets mettre rajoute pon poner mete anada agregue
update: update change modify edit set patch alter adjust revise ; correct fix replace bump upgrade mark rename pause switch push shift make outdated wrong tweak amend refresh postpone reschedule extend increase raise lower reduce turn finish complete reword delay earlier later toggle enable disable activate deactivate reopen reassign prolong shorten double halve swap convert place transition urgent priority | andere andern aktualisiere aktualisieren setze modifie modifier changer cambia cambiar actualiza actualizar modifica ersetze verlangere passe anpassen remplace actualice cambie modifique ajusta reemplaza
edit: edit modify replace rewrite ; change fix correct typo wrong update amend reword tweak adjust swap paragraph sentence line substitute everywhere instead by | bearbeite bearbeiten korrigiere corrige corriger edita editar corregir ersetze remplace reemplaza andere
rename: rename ; call called title name names titled renaming label dub known | umbenennen benenne renomme renommer renombra renombrar umbenenne appelle llama nombre
read: read view contents content ; open show see look say says display inspect examine print text steht peek glance skim check pull bring summarise summarize summary quote tell listen watch wording exactly written states according inside through walk | lies lese lesen lis lire lee leer anschauen ansehen zeig zeige lisez montre montrer ver mira muestra contiene contient inhalt
get: get fetch retrieve obtain ; show read look receive details detail info information pull bring grab give tell check about who current need want display status known view see | hole holen zeige zeig obtiens obtenir recupere recuperer obten obtener dame gib montre donne donner muestra dime trae quiero
list: list enumerate ; all every show overview which available existing many what any names inventory each everything there have complete entire full see catalogue got own | liste auflisten alle welche lister tous toutes lista listar todos todas zeig zeige montre affiche afficher muestra mostrar cuales quels quelles gibt hay
search: search find seek locate lookup ; look query discover hunt google somewhere where which grep anything match dig spot mention mentions mentioned mentioning contains containing about track named called any who misplaced lost wherever seen related regarding know | suche suchen finde finden such cherche chercher trouve trouver recherche rechercher busca buscar encuentra encontrar liegt gesucht donde busque encuentre ou
send: send post deliver submit ; publish write tell message notify forward share drop mail ping let shoot inform announce remind broadcast reach alert say know reply text invite everyone pass relay hand dispatch tweet shout greet hello | sende senden schicke schick verschicke teile envoie envoyer envoyez poste publier partage envia enviar manda mandar publica verschicken mitteilen sag sage bescheid dis dire previens avisa dile envie mande envoi schreib
write: write save store overwrite record ; put create dump note enter type jot down log fill append keep paste capture pen into | schreibe schreib schreiben speichere speichern notiere ecris ecrire enregistre enregistrer sauvegarde escribe escribir guarda guardar notier anota apunta guarde escriba notez
move: move relocate transfer ; shift drag rename put push postpone sort into slide reorganise reorganize tidy drop under bring pull carry reorder rearrange position place column over back take | verschiebe verschieben deplace deplacer mueve mover schieb bewege mets bouge mueva traslada pasa
copy: copy duplicate clone replicate ; template again backup same dup mirror second another like identical own copies mine | kopiere kopieren dupliziere copie copier duplique copia copiar duplica kopier
download: download ; save pull fetch get grab offline keep local locally copy attached bring mine hand onto | herunterladen runterladen lade telecharge telecharger descarga descargar descargue
upload: upload attach ; add push import put hang send share | hochladen anhangen hange televerse televerser joins joindre sube subir adjunta
run: run execute invoke launch ; start perform trigger call command shell fire kick build compile tests lint ping try process processes cpu ram uptime installed version | starte ausfuhren fuhre lance lancer executer ejecuta ejecutar lauf
stop: stop terminate halt abort cancel kill ; end quit close shut off pause disable cease turn enough leave | stoppe beende beenden abbrechen arrete arreter para detener deten stopp halte
close: close shut ; quit finish done out dismiss end resolve resolved complete | schliesse schliessen ferme fermer cierra cerrar
open: open launch ; visit go navigate load start show bring pull | offne offnen ouvre ouvrir abre abrir
archive: archive ; hide shelve away old done finished retire completed | archiviere archivieren archiver archiva archivar
restore: restore revert rollback undo reset recover unarchive ; back previous lost undone again earlier broke accidentally bring undelete broken yesterday oops mistake wrongly regret messed before prior old version good | ruckgangig zuruck annule annuler restaure deshacer restaura wiederherstellen zurucksetzen retablir revenir revertir recupera
compare: compare diff difference ; differ versus changed changes between since different delta versions against side by | vergleiche unterschied vergleichen difference compara diferencia comparer comparar
merge: merge combine unite ; join integrate together | zusammenfuhren fusionne fusionner fusiona
aggregate: aggregate group average sum statistics ; mean per total bucket breakdown most least top highest lowest monthly revenue | durchschnitt moyenne promedio
count: count number ; many total amount tally sum size much often | zahle anzahl viele wieviele combien nombre cuantos cuantas cuenta zahl compte
export: export dump ; save csv download | exportiere exporter exporta
summarize: summarize summarise summary ; overview gist brief short recap tldr digest main points key nutshell essence | zusammenfassung fasse resume resumer resumen zusammen
explain: explain describe analyze analyse ; details why reason plan slow understand investigate diagnose cause meaning mean what how work works | erklare erlautere explique expliquer explica analysiere expliquez
check: check verify validate test audit ; inspect passed pass working healthy ok look see make sure correct valid green failing failed still running alive down available reachable ready | prufe prufen teste verifie verifier comprueba verifica lauft fonctionne funciona
wait: wait ; until pause sleep delay appears | warte attends attendre espera
review: review approve ; accept feedback lgtm reviewers reviewer approved opinion comments word look thumbs ok | genehmige approuve revue revisa aprueba
assign: assign assignee ; responsible owner give delegate mine hand charge put onto belongs take over person to for | zuweisen weise assigne attribue asigna
reply: reply respond answer response ; back accept decline get tell attend coming confirm react word yes no agree | antworte antworten beantworte reponds repondre responde responder contesta
comment: comment story ; note remark reply feedback say said write discussion answer mention leave under tell complain complained opinion word point think | kommentar kommentiere kommentieren commentaire commente commenter comentario comenta
react: react reaction emoji ; thumbs like heart emote smile smiley | reagiere reagis reacciona
label: label tag ; category mark color colour flag folder classify | etikett etikettiere markiere etiquette etiqueta
navigate: navigate visit browse goto ; go open load url back website page homepage | gehe besuche va navigue ve navega
click: click press tap ; hit button push accept link choose submit tick checkbox icon menu | klicke klick drucke clique appuie clic pulsa cliquer hacer
type: type enter input ; write fill text search box key in | tippe eingeben tape saisis introduce ecris escribe
fill: fill ; form field login sign register enter log submit type details signup user password email checkout registration credentials | ausfullen remplis remplir rellena complete
select: select choose pick ; dropdown option country list menu radio entry | wahle auswahlen choisis choisir elige selecciona auswahl
drag: drag ; drop move pull slide | ziehe
hover: hover ; mouse over pointer cursor
resize: resize ; size width height wide bigger smaller narrow viewport | vergrossere
emulate: emulate simulate throttle ; mobile phone slow connection device offline 3g dark tablet iphone android screen network mode geolocation | simule simula
scrape: scrape extract ; content article text pull get contents price prices read table list from off written says short | auslesen extrahiere extrait extraire extrae
crawl: crawl spider ; site whole entire below recursive pages every articles all subpages website under beneath section docs everything download copy mirror | parcours rastrea
research: research investigate ; study deep thorough topic report compare find out learn overview background sources dossier fact thoroughly | recherchiere recherche investiga
monitor: monitor watch track ; alert observe notify watcher watches changes follow keep eye whenever soon once changed price drops tell inform | beobachte uberwache surveille surveiller vigila avertis avisame
deploy: deploy deployment rollout ; release ship version roll live production put out online
install: install ; setup chart package get put deploy | installiere installe installer instala installier installez instale instalar
scale: scale replicas ; instances more grow fewer capacity increase reduce copies load traffic bigger demand peak double resize | skaliere escala
connect: connect connection ; reach attach login link
push: push ; upload publish remote origin force send up share colleagues | pousse empuja pusher
pull: pull ; latest fetch remote origin newest sync colleagues others get update new | ziehe tire trae hol
commit: commit ; changes record save check in
stash: stash ; shelve aside temporarily park half unfinished later away set put while first switch
blame: blame annotate author ; wrote line who changed last responsible written introduced added broke when
switch: switch checkout ; change go active use other move onto jump over work main | wechsle wechseln bascule cambia passe
think: think reason ; steps carefully complex thorough decide through step plan ponder weigh | denke reflechis piensa
calculate: calculate compute sum ; plus minus times add arithmetic total how much together percent multiply divide subtract math result | berechne rechne calcule calcula suma somme
encode: encode compress zip gzip ; smaller shrink | komprimiere
batch: batch bulk multiple several many ; these all five ten three twenty each various hundred once both two four six dozen whole list following | mehrere plusieurs varios muchos
authenticate: authenticate login auth logout ; sign log credentials password account access token | anmelden connexion connecter sesion
respond: respond accept decline tentative rsvp ; attend coming turn down make cannot cant invitation going skip yes no maybe | zusagen absagen accepter refuser aceptar rechazar
subscribe: subscribe unsubscribe watch ; follow notify notified notifications updates informed
analyze: analyze analyse analysis ; why understand figure insight pattern trend inspect | analysiere analiza
transcribe: transcribe transcript transcription captions subtitles ; say said talk speech spoken video youtube podcast lecture watch they | transkript
fork: fork ; copy own mine account
format: format style formatting ; bold italic color colour background border font pretty grey red green highlight | formatiere
compress: compress zip gzip archive ; squeeze pack gz smaller tar shrink
evaluate: evaluate execute ; javascript script snippet expression`,
  },
  {
    kind: "deed",
    source: "not recorded; no tool of bench/prefilter/labelled.json is named so",
    lines: `
remember: remember memorize memorise store ; keep save note learn know mind forget aware recall preference prefers prefer favourite likes allergic birthday always never | merke merk erinnere souviens retiens memorise recuerda
sort: sort order rank ; highest lowest top best largest biggest | sortiere sortieren trie trier ordena
convert: convert transform ; turn export format extract change into make as cut trim to instead other | konvertiere wandle umwandeln convertis convertir convierte umrechnen convierta
import: import ingest ; load bulk upload | importiere importer importa
invite: invite ; join member add | einladen inviter invita
schedule: schedule plan ; book arrange appointment meeting reserve block meet recurring weekly daily every at | plane vereinbare planifie programme programa agenda reserva
translate: translate | ubersetze traduis traduce
share: share ; access permission link | teile freigeben partage comparte
restart: restart reboot reload relaunch ; again bounce refresh stuck hangs frozen | neustarten redemarre reinicia reiniciar
enable: enable activate ; turn on allow unlock start | aktiviere einschalten active activer activa activar enciende
disable: disable deactivate ; turn off mute suspend block stop | deaktiviere ausschalten desactive desactiver apaga desactiva
complete: complete completion done finish ; tick off resolved ready over achieved finished close | fertig erledigt abhaken fini termine terminer terminado hecho
play: play playback ; song music listen track pause skip
pay: pay payment charge ; money bill cost buy purchase owe transfer | zahle bezahlen payer pagar
refund: refund reimburse ; money back return
drain: drain cordon uncordon ; maintenance rotation offline node host out
approve: approve approval ; accept ok yes lgtm
ban: ban kick ; member block user spammer
pin: pin unpin ; top star favourite
lock: lock unlock ; protect freeze
back-up: backup ; safe copy save snapshot
prompt: ask question ; clarify input`,
  },
  {
    kind: "subject",
    source: "tools of bench/prefilter/labelled.json, or their servers, are named by one of the words at least",
    lines: `
mail: mail email emails gmail inbox mailbox ; letter newsletter spam draft recipient sender message unread subject reply cc correspondence junk write outlook wrote sent mailed boss | post mails courriel courriels courrier mel correo correos
draft: draft ; prepare later unsent write review before | entwurf brouillon borrador
attachment: attachment attach attached ; enclosure file document image picture pdf hang scan photo receipt contract save sent mailed enclosed invoice pictures | anhang anhange piece jointe joint adjunto anlage
message: message chat dm ; channel post text conversation ping thread announce announcement tell everyone write said slack discord whatsapp telegram sms teams word colleagues wrote | nachricht nachrichten mensaje mensajes
channel: channel room ; chat conversation group people team everyone server general space | kanal salon canal kanale
thread: thread replies ; conversation discussion answers under below responses answered think
calendar: calendar event events appointment ; meeting schedule agenda free busy slot booked lunch dinner standup calender invite reschedule call doctor date week tomorrow today monday tuesday wednesday thursday friday saturday sunday next attend decline accept training class lesson shift booking birthday conference dentist party holiday vacation trip interview review demo afternoon morning noon evening invitation workshop session gym visit weekly monthly daily recurring anniversary exam concert half hour january february march april may june july august september october november december | kalender termin termine besprechung calendrier rendez reunion evenement calendario cita evento zahnarzt montag dienstag mittwoch donnerstag freitag samstag lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo agenda
availability: availability freebusy free busy ; available slot when open gap meet afternoon morning thursday either both everyone | frei verfugbar libre disponible
time: time clock timezone ; now hour | zeit uhrzeit heure hora
user: user member people person account profile ; who contact colleague team someone everybody everyone name my me staff list author owner employee | benutzer mitglied leute nutzer utilisateur personne membre usuario persona miembro wer
team: team workspace group ; organization org | mannschaft equipe equipo
task: task todo ; item ticket card job work chore action do assignment homework backlog sprint milestone open due deadline reminder errand deliver | aufgabe aufgaben tache taches tarea tareas erledigen
subtask: subtask ; child sub step part beneath smaller pieces break split divide
issue: issue ticket bug ; problem defect report crash error task complaint broken regression complain wrong fails failing feature request urgent severity reproduce | fehler problem ticket probleme bogue incidencia anfrage
project: project ; board workspace initiative campaign plan roadmap work undertaking | projekt projet proyecto
board: board kanban ; column list lane columns | brett tafel tableau tablero
card: card ; task ticket item sticky thing | karte carte tarjeta
checklist: checklist ; tick item todo packing left subtask items points shopping steps buy ticked | checkliste
dependency: dependency dependencies depend dependent ; blocker blocked block blocks prerequisite before after once until first only can wait waits unless
section: section column ; heading lane list columns | abschnitt seccion
status: status state progress ; track health green condition ci how going update healthy passing checks running alive | zustand stand statut etat estado lauft
page: page webpage ; document doc site article tab wiki notes homepage landing | seite seiten pagina
block: block paragraph ; text bullet section bottom end line | absatz paragraphe parrafo
web: web internet website online ; site url link google news latest current http www blog page price prices article look search who what election sports result happened world | netz webseite website site toile sitio
url: url link http https ; address page site www
news: news latest current recent ; today headlines happening update announcement election war sports | nachrichten neuigkeiten actualites noticias neues
browser: browser tab chrome ; page window web site website homepage login click look | navigateur navegador
form: form field ; login sign account input | formular formulaire formulario
key: key keyboard ; press hit escape enter shortcut hotkey | taste touche tecla
screenshot: screenshot capture snapshot ; picture image snap looks look dashboard shows phone page screen photo show appearance how | bildschirmfoto ecran captura pantalla foto
image: image picture photo png jpg jpeg images ; gif screenshot graphic icon logo media scan drawing pictures mockup icons svg | bild bilder foto fotos photo imagen
audio: audio sound mp3 music ; voice wav song media soundtrack track listen podcast | ton musik son musique sonido
media: media image audio video ; picture photo sound png
console: console ; javascript errors messages warnings js broken site exceptions | errores fehler
network: network request requests traffic ; http api response loads calls failed slow failing backend endpoint fetches
script: script javascript evaluate code ; js document run
performance: performance speed trace lighthouse ; slow fast loading vitals leak faster load sluggish laggy takes ages heavy snail | leistung langsam lent lento rendimiento trage
dialog: dialog popup alert ; confirm prompt accept dismiss
file: file files ; document txt md readme path folder disk save notes letter manuscript report list text poem essay config source downloads documents paper | datei dateien fichier fichiers archivo fichero archivos unterlagen
folder: folder directory directories ; dir path subfolder subfolders files location downloads desktop where inside documents home drive | ordner verzeichnis dossier repertoire carpeta directorio ordners
tree: tree recursive nested ; structure layout laid hierarchy subfolders overview whole | baum arborescence arbol
size: size sizes bytes ; big large space disk heavy biggest eats eat room heaviest most gigabytes mb gb | grosse taille tamano platz
metadata: metadata info information ; details modified created owner size attributes when last how big old changed date permissions age write may who | infos angaben informations informacion alter
text: text ; words contents say read
pdf: pdf ; document pages contract paper invoice chapter manual page brochure | pdfs
spreadsheet: spreadsheet excel sheet worksheet workbook xlsx ; cell cells row rows column tab csv range numbers totals header figures budget formula table chart sum bold accounts sales | tabelle tabellenblatt tableur feuille hoja calculo
range: range cell cells format ; bold row background border color header column
table: table tables ; rows columns schema record sheet grid structure column biggest fields | tabellen tabla
record: record records row ; entry item customer object lead line order booking product entries | datensatz eintrag enregistrement registro fila
object: object objects record ; contact contacts deal deals company companies ticket
property: property properties field fields ; attribute column value date place enter | feld champ campo
schema: schema structure columns ; fields describe types definition what looks column | struktur aufbau estructura
database: database db sql ; data postgres mysql sqlite mongo orders customers stock inventory table tables rows product products price | datenbank base donnees datos datenbanken
query: query sql select ; ask where statement rows orders customers most highest average total sold sales revenue many between turnover top per insert update raise increase every | abfrage requete consulta
collection: collection ; documents table | sammlung coleccion
index: index indexes indices ; speed slow lookup lookups faster fast unique quicker search
workflow: workflow automation automations ; automatic rule process running trigger triggers
filter: filter rule ; automatic automatically condition criteria always now on land itself sort incoming from everything | regel regle regla
label: label folder tag ; category | ordner dossier carpeta
repository: repository repo repositories ; project code source codebase github gitlab projects | repository depot
branch: branch ; line feature release fork head main off version develop | zweig branche rama
commit: commit commits ; change version revision hash
pull-request: pr pull request mr ; review merge branch approve open look
diff: diff changes ; difference changed modified unstaged staged uncommitted since morning not committed yet
history: history log activity ; past earlier previous happened recent audit events who when did changelog last week recently yesterday changes since monday remind | verlauf geschichte historique historial
reflog: reflog ; lost accidentally threw away recover back commit undone
tag: tag version release ; label mark state milestone
remote: remote origin upstream ; server
code: code source ; function class program snippet | quelltext codigo
documentation: documentation docs library ; manual guide reference howto package framework middleware setup example api use how tutorial learn | doku dokumentation anleitung documentacion
paper: paper papers study publication arxiv ; research article scientific academic literature citation later studies journal trial evidence articles science scientists | studie etude estudio articulos
article: article wikipedia encyclopedia ; page entry about who was what is history of biography definition | artikel articulo
container: container docker ; image compose
pod: pod pods ; container kubernetes k8s deployment restarting service workload crash restart running dying dies down app
cluster: cluster kubernetes k8s ; node nodes context pods service services running take machine
resource: resource resources ; object kind pods deployment
log: log logs ; output printed prints errors trace messages stdout wrote why wrong crash happened message printing say dying before error entries | protokoll protokolle journal registro
port: port forward ; tunnel localhost reach laptop local talk expose
config: config configuration settings context ; setup options | einstellungen parametres configuracion
environment: environment env variable variables
place: place places location ; restaurant shop cafe hotel near nearby around museum opening hours local where pharmacy bakery store garage nearest open doctor sushi pizza restaurants bar gas supermarket hospital good best | ort orte lieu lugar restaurants
local: local business nearby ; near restaurant shop close opening hours phone pharmacy bakery store garage nearest around hotel cafe doctor sushi pizza bar supermarket good best eat | nahe pres cerca
address: address geocode coordinates ; street latitude longitude location where gps located in is what | adresse direccion
directions: directions route ; way travel drive driving walk train bus path station airport bike trip get there from to reach cycling bicycle | weg fahre fahren itineraire trajet chemin ruta camino
distance: distance duration ; far long km kilometers miles travel drive minutes between how take bicycle cycling walking foot hours | entfernung weit loin distancia lejos coche auto voiture tarda
elevation: elevation altitude ; height high sea level mountain above meters metres summit | hohe altitude altitud altura
weather: weather temperature ; warm cold rain raining sunny wind snow forecast climate degrees hot umbrella outside humid storm jacket frost freeze freezing sunshine cloudy humidity coat rainy windy sun heat thunderstorm barbecue sunscreen shorts | wetter regen regnet warm kalt temperatur schneit meteo temps pluie pleut chaud froid tiempo clima lluvia llueve calor frio wettervorhersage
forecast: forecast ; tomorrow weekend week saturday sunday coming days later next monday tonight afternoon evening | vorhersage morgen wochenende previsions demain pronostico manana
current: current now ; right today present latest | aktuell jetzt actuel maintenant actual ahora
alert: alert alerts warning ; severe storm danger hurricane flood tornado coming | warnung alerte alerta unwetter
memory: memory knowledge graph entity entities observation observations relation relations ; remember know forget fact facts learn recall family about me preferences favourite allergic birthday likes prefers told wife husband kids lives | weisst gedachtnis merke merk erinnere souviens retiens sabes recuerda
relation: relation relations relationship association associations ; connection between link married works manages friend boss sister brother
design: design figma ; layout mockup ui screen component colours colors sketch icons | maquette diseno entwurf
server: server guild ; community host members
webhook: webhook hook ; integration callback
forum: forum topic ; post discussion start thread
category: category ; group section kind
link: link ; connect url relation
step: step steps sequential ; thought carefully problem
command: command shell terminal bash ; cpu ram disk box machine computer laptop process processes running installed linux uptime kernel system memory left script hostname | befehl commande comando
node: node nodes ; machine host rotation maintenance
deployment: deployment rollout ; app service api frontend backend copies version release previous broken
helm: helm chart ; install package
youtube: youtube ; video watch youtu clip talk
product: product item ; price shop sku goods | produkt produit producto
bucket: bucket s3 blob storage ; object cloud upload file
dashboard: dashboard chart graph panel ; visualize plot
document: document doc ; word text page write letter | dokument documento
post: post tweet ; twitter social publish blog share
tab: tab tabs ; window pages open
cookie: cookie cookies storage ; session
dropdown: dropdown select option ; choose country list`,
  },
  {
    kind: "subject",
    source: "not recorded; no tool of bench/prefilter/labelled.json is named so",
    lines: `
contact: contact customer client ; lead person company crm deal phone prospect supplier vendor patient guest student donor mr mrs buyer number called | kontakt kunde kunden contact contacto cliente
company: company organization organisation business ; firm account crm supplier vendor client | firma unternehmen entreprise societe empresa
role: role permission ; access rights admin moderator | rolle rechte droits rol permiso
button: button ; click press element
video: video movie film mp4 ; clip mov footage recording play talk watch youtube | pelicula
element: element ; button field css style html
historical: historical ; past last ago year earlier back | damals
due: due deadline ; date until reminder | fallig frist echeance vencimiento
process: process processes pid ; running hog cpu hanging
invoice: invoice bill receipt ; payment charge due customer money | rechnung facture factura
payment: payment charge transaction ; money paid card bank | zahlung paiement pago
subscription: subscription plan ; monthly renew cancel
order: order orders ; purchase bought delivery shipping | bestellung commande pedido
shipment: shipment shipping parcel delivery ; package track arrive
currency: currency exchange ; euro euros dollar dollars pounds yen rate worth convert | wahrung devise moneda
stock: stock ticker quote ; share shares price market invest company | aktie action accion
crypto: crypto bitcoin ethereum coin wallet ; token price
flight: flight flights airline ; plane fly airport travel trip | flug vol vuelo
hotel: hotel accommodation ; room stay night sleep book
recipe: recipe meal ; cook cooking dish dinner ingredients | rezept recette receta
music: music song playlist track album artist ; listen play band tune | lied lieder chanson cancion
light: light lamp lights ; bright dim dark room kitchen living | licht lampe lumiere luz
thermostat: thermostat climate heating ; warm cold temperature degrees room
device: device devices sensor ; home house smart
door: door lock garage ; open close shut
build: build pipeline job ci ; tests failing green compile broke
test: test tests ; failing suite spec passing
release: release version ; publish changelog ship
package: package module npm pip ; library install dependency version
secret: secret credential vault password ; key token
instance: instance vm ec2 droplet ; server machine cloud start
function: function lambda ; code serverless
domain: domain dns nameserver ; record website zone
certificate: certificate ssl tls ; https expire
metric: metric metrics ; usage latency graph cpu chart
incident: incident outage ; down broken pager
error: error exception stacktrace ; crash crashes failing bug
note: note notes memo ; write jot remember page | notiz notizen nota
slide: slide slides presentation powerpoint deck ; talk
survey: survey questionnaire poll ; answers responses vote
reminder: reminder alarm ; remind wake later | erinnerung rappel recordatorio
follower: follower followers ; twitter social
analytics: analytics visitors ; traffic visits statistics pageviews
vector: vector embedding embeddings ; similar semantic
cache: cache redis ; key value expire
queue: queue topic kafka ; message consumer
window: window windows ; app screen size bigger
clipboard: clipboard ; copy paste copied
notification: notification notifications ; notify alert desktop popup
ocr: ocr ; text image scan screenshot recognise
speech: speech voice tts ; aloud speak spoken say
timezone: timezone ; time city hours
language: language languages ; german french english translation
sprint: sprint iteration milestone ; week planning scrum
epic: epic ; large story
ticket: ticket ; issue problem request support | billet
lead: lead leads deal deals ; prospect customer opportunity pipeline sales
campaign: campaign ; newsletter marketing ads
employee: employee staff ; colleague hr vacation salary
job: job ; vacancy application hire hiring candidate
course: course lesson ; learn class student
book: book books ; author read isbn novel | buch livre libro
photo: photo photos album ; pictures camera holiday
backup: backup ; copy safe restore`,
  },
]

export interface Idioms {
  readonly source: string
  /** A pattern for the idiom, and words for its meaning. */
  readonly phrases: readonly (readonly [RegExp, string])[]
}

/** Idioms, whose words mean something else: "get rid of" gets nothing. */
export const IDIOMS: Idioms = {
  source: "not recorded; tuned like the groups above",
  phrases: [
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
  ],
}

/** Nouns that name something to do when a sentence begins with them. */
export const ALSO_DEEDS = {
  source: "not recorded; tuned like the groups above",
  words: "mail email message text ping google book tag label star screenshot",
}
