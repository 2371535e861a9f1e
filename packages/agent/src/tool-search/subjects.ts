// What things are about: a line each, in the form of the table of deeds.

export const SUBJECTS = `
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
contact: contact customer client ; lead person company crm deal phone prospect supplier vendor patient guest student donor mr mrs buyer number called | kontakt kunde kunden contact contacto cliente
company: company organization organisation business ; firm account crm supplier vendor client | firma unternehmen entreprise societe empresa
team: team workspace group ; organization org | mannschaft equipe equipo
role: role permission ; access rights admin moderator | rolle rechte droits rol permiso
task: task todo ; item ticket card job work chore action do assignment homework backlog sprint milestone open due deadline reminder errand deliver | aufgabe aufgaben tache taches tarea tareas erledigen
subtask: subtask ; child sub step part beneath smaller pieces break split divide
issue: issue ticket bug ; problem defect report crash error task complaint broken regression complain wrong fails failing feature request urgent severity reproduce | fehler problem ticket probleme bogue incidencia anfrage
project: project ; board workspace initiative campaign plan roadmap work undertaking | projekt projet proyecto
board: board kanban ; column list lane columns | brett tafel tableau tablero
card: card ; task ticket item sticky thing | karte carte tarjeta
checklist: checklist ; tick item todo packing left subtask items points shopping steps buy ticked | checkliste
dependency: dependency dependencies depend dependent ; blocker blocked block blocks prerequisite before after once until first only can wait waits unless
section: section column ; heading lane list columns | abschnitt seccion
status: status state progress ; track health on-track green condition ci how going update healthy passing checks running alive | zustand stand statut etat estado lauft
page: page webpage ; document doc site article tab wiki notes homepage landing | seite seiten pagina
block: block paragraph ; text bullet section bottom end line | absatz paragraphe parrafo
web: web internet website online ; site url link google news latest current http www blog page price prices article look search who what election sports result happened world | netz webseite website site toile sitio
url: url link http https ; address page site www
news: news latest current recent ; today headlines happening update announcement election war sports | nachrichten neuigkeiten actualites noticias neues
browser: browser tab chrome ; page window web site website homepage login click look | navigateur navegador
form: form field ; login sign account input | formular formulaire formulario
button: button ; click press element
key: key keyboard ; press hit escape enter shortcut hotkey | taste touche tecla
screenshot: screenshot capture snapshot ; picture image snap looks look dashboard shows phone page screen photo show appearance how | bildschirmfoto ecran captura pantalla foto
image: image picture photo png jpg jpeg images ; gif screenshot graphic icon logo media scan drawing pictures mockup icons svg | bild bilder foto fotos photo imagen
video: video movie film mp4 ; clip mov footage recording play talk watch youtube | pelicula
audio: audio sound mp3 music ; voice wav song media soundtrack track listen podcast | ton musik son musique sonido
media: media image audio video ; picture photo sound png
console: console ; javascript errors messages warnings js broken site exceptions | errores fehler
network: network request requests traffic ; http api response loads calls failed slow failing backend endpoint fetches
script: script javascript evaluate code ; js document run
performance: performance speed trace lighthouse ; slow fast loading vitals leak faster load sluggish laggy takes ages heavy snail | leistung langsam lent lento rendimiento trage
dialog: dialog popup alert ; confirm prompt accept dismiss
element: element ; button field css style html
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
documentation: documentation docs library ; manual guide reference how-to howto package framework middleware setup example api use how tutorial learn | doku dokumentation anleitung documentacion
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
historical: historical ; past last ago year earlier back | damals
alert: alert alerts warning ; severe storm danger hurricane flood tornado coming | warnung alerte alerta unwetter
memory: memory knowledge graph entity entities observation observations relation relations ; remember know forget fact facts learn recall family about me preferences favourite allergic birthday likes prefers told wife husband kids lives | weisst gedachtnis merke merk erinnere souviens retiens sabes recuerda
relation: relation relations relationship association associations ; connection between link married works manages friend boss sister brother
design: design figma ; layout mockup ui screen component colours colors sketch icons | maquette diseno entwurf
server: server guild ; community host members
webhook: webhook hook ; integration callback
forum: forum topic ; post discussion start thread
category: category ; group section kind
due: due deadline ; date until reminder | fallig frist echeance vencimiento
link: link ; connect url relation
step: step steps sequential ; thought carefully problem
command: command shell terminal bash ; cpu ram disk box machine computer laptop process processes running installed linux uptime kernel system memory left script hostname | befehl commande comando
process: process processes pid ; running hog cpu hanging
node: node nodes ; machine host rotation maintenance
deployment: deployment rollout ; app service api frontend backend copies version release previous broken
helm: helm chart ; install package
youtube: youtube ; video watch youtu clip talk
invoice: invoice bill receipt ; payment charge due customer money | rechnung facture factura
payment: payment charge transaction ; money paid card bank | zahlung paiement pago
subscription: subscription plan ; monthly renew cancel
product: product item ; price shop sku goods | produkt produit producto
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
bucket: bucket s3 blob storage ; object cloud upload file
instance: instance vm ec2 droplet ; server machine cloud start
function: function lambda ; code serverless
domain: domain dns nameserver ; record website zone
certificate: certificate ssl tls ; https expire
metric: metric metrics ; usage latency graph cpu chart
dashboard: dashboard chart graph panel ; visualize plot
incident: incident outage ; down on-call broken pager
error: error exception stacktrace ; crash crashes failing bug
note: note notes memo ; write jot remember page | notiz notizen nota
document: document doc ; word text page write letter | dokument documento
slide: slide slides presentation powerpoint deck ; talk
survey: survey questionnaire poll ; answers responses vote
reminder: reminder alarm ; remind wake later | erinnerung rappel recordatorio
post: post tweet ; twitter social publish blog share
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
backup: backup ; copy safe restore
tab: tab tabs ; window pages open
cookie: cookie cookies storage ; session
dropdown: dropdown select option ; choose country list
`
