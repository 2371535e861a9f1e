// What things are about: a line each, in the form of the table of deeds.

export const SUBJECTS = `
mail: mail email emails gmail inbox mailbox ; letter newsletter spam draft recipient sender message unread subject reply cc correspondence junk write | post mails courriel courriels courrier mel correo correos
draft: draft ; prepare later unsent write review before | entwurf brouillon borrador
attachment: attachment attach attached ; enclosure file document image picture pdf hang scan photo receipt contract | anhang anhange piece jointe joint adjunto
message: message chat dm ; channel post text conversation ping thread announce announcement tell everyone write said | nachricht nachrichten mensaje mensajes
channel: channel room ; chat conversation group people team everyone server | kanal salon canal
thread: thread replies ; conversation discussion answers
calendar: calendar event events appointment ; meeting schedule agenda free busy slot booked lunch dinner standup calender invite reschedule call doctor date week tomorrow today monday tuesday wednesday thursday friday saturday sunday next attend decline accept training class lesson shift booking birthday conference | kalender termin termine besprechung calendrier rendez reunion evenement calendario cita evento
availability: availability freebusy free busy ; available slot when open gap meet | frei verfugbar libre disponible
time: time clock timezone ; now hour | zeit uhrzeit heure hora
user: user member people person account profile ; who contact colleague team someone everybody everyone name my me staff list | benutzer mitglied leute nutzer utilisateur personne membre usuario persona miembro
contact: contact customer client ; lead person company crm deal phone prospect supplier vendor patient guest student donor | kontakt kunde kunden contact contacto cliente
company: company organization organisation business ; firm account crm supplier vendor client | firma unternehmen entreprise societe empresa
team: team workspace group ; organization org | mannschaft equipe equipo
role: role permission ; access rights admin moderator | rolle rechte droits rol permiso
task: task todo ; item ticket card job work chore action do assignment homework backlog sprint milestone open due deadline | aufgabe aufgaben tache taches tarea tareas
subtask: subtask ; child sub step part beneath smaller
issue: issue ticket bug ; problem defect report crash error task complaint broken regression | fehler problem ticket probleme bogue incidencia
project: project ; board workspace initiative campaign plan roadmap | projekt projet proyecto
board: board kanban ; column list lane | brett tafel tableau tablero
card: card ; task ticket item sticky | karte carte tarjeta
checklist: checklist ; tick item todo packing left subtask items points shopping steps | checkliste
dependency: dependency dependencies depend dependent ; blocker blocked block blocks prerequisite before after
section: section column ; heading lane list | abschnitt seccion
status: status state progress ; track health on-track green condition ci how going update healthy | zustand stand statut etat estado
page: page webpage ; document doc site article tab wiki notes | seite seiten pagina
block: block paragraph ; text bullet section | absatz paragraphe parrafo
web: web internet website online ; site url link google news latest current http www blog page price prices article look search who what | netz webseite website site toile sitio
url: url link http https ; address page site www
news: news latest current recent ; today headlines happening update announcement | nachrichten neuigkeiten actualites noticias
browser: browser tab chrome ; page window web site website homepage login click | navigateur navegador
form: form field ; login sign account input | formular formulaire formulario
button: button ; click press element
key: key keyboard ; press hit escape enter shortcut hotkey | taste touche tecla
screenshot: screenshot capture snapshot ; picture image snap looks look dashboard shows phone page screen | bildschirmfoto ecran captura pantalla
image: image picture photo png jpg jpeg ; gif screenshot graphic icon logo media scan drawing | bild bilder foto fotos photo imagen
video: video movie film mp4 ; clip mov footage recording play | pelicula
audio: audio sound mp3 music ; voice wav song media | ton musik son musique sonido
media: media image audio video ; picture photo sound png
console: console ; javascript errors messages warnings js broken
network: network request requests traffic ; http api response loads calls failed slow failing
script: script javascript evaluate code ; js document run
performance: performance speed trace lighthouse ; slow fast loading vitals leak faster load | leistung langsam lent lento rendimiento
dialog: dialog popup alert ; confirm prompt accept dismiss
element: element ; button field css style html
file: file files ; document txt md readme path folder disk save notes letter manuscript report list text | datei dateien fichier fichiers archivo fichero archivos
folder: folder directory directories ; dir path subfolder subfolders files location downloads desktop where inside | ordner verzeichnis dossier repertoire carpeta directorio
tree: tree recursive nested ; structure layout laid hierarchy subfolders overview whole | baum arborescence arbol
size: size sizes bytes ; big large space disk heavy biggest | grosse taille tamano
metadata: metadata info information ; details modified created owner size attributes when last how big old changed date | infos angaben informations informacion
text: text ; words contents say read
pdf: pdf ; document pages contract paper invoice
spreadsheet: spreadsheet excel sheet worksheet workbook xlsx ; cell cells row rows column tab csv range numbers totals header figures budget formula table chart sum | tabelle tabellenblatt tableur feuille hoja calculo
range: range cell cells format ; bold row background border color header column
table: table tables ; rows columns schema record sheet grid structure | tabellen tabla
record: record records row ; entry item customer object lead line order booking product | datensatz eintrag enregistrement registro fila
object: object objects record ; contact contacts deal deals company companies ticket
property: property properties field fields ; attribute column value date | feld champ campo
schema: schema structure columns ; fields describe types definition what looks | struktur aufbau estructura
database: database db sql ; data postgres mysql sqlite mongo orders customers stock inventory table tables rows | datenbank base donnees datos
query: query sql select ; ask where statement rows orders customers most highest average total sold sales revenue many between | abfrage requete consulta
collection: collection ; documents table | sammlung coleccion
index: index indexes indices ; speed slow lookup lookups faster fast unique
workflow: workflow automation automations ; automatic rule process
filter: filter rule ; automatic automatically condition criteria always | regel regle regla
label: label folder tag ; category | ordner dossier carpeta
repository: repository repo repositories ; project code source codebase | repository depot
branch: branch ; line feature release fork head main off version | zweig branche rama
commit: commit commits ; change version revision hash
pull-request: pr pull request mr ; review merge
diff: diff changes ; difference changed modified unstaged staged uncommitted
history: history log activity ; past earlier previous happened recent audit events who when did changelog last week recently yesterday changes | verlauf geschichte historique historial
reflog: reflog ; lost accidentally threw away recover back commit undone
tag: tag version release ; label mark
remote: remote origin upstream ; server
code: code source ; function class program snippet | quelltext codigo
documentation: documentation docs library ; manual guide reference how-to howto package framework middleware setup example api use how | doku dokumentation anleitung documentacion
paper: paper papers study publication arxiv ; research article scientific academic literature citation later studies journal trial evidence | studie etude estudio
article: article wikipedia encyclopedia ; page entry about who was what is history of | artikel articulo
container: container docker ; image compose
pod: pod pods ; container kubernetes k8s deployment restarting service workload crash restart running
cluster: cluster kubernetes k8s ; node nodes context pods service services running
resource: resource resources ; object kind pods deployment
log: log logs ; output printed prints errors trace messages stdout wrote why wrong crash happened message | protokoll protokolle journal registro
port: port forward ; tunnel localhost reach
config: config configuration settings context ; setup options | einstellungen parametres configuracion
environment: environment env variable variables
place: place places location ; restaurant shop cafe hotel near nearby around museum opening hours local where pharmacy bakery store garage nearest open doctor | ort orte lieu lugar
local: local business nearby ; near restaurant shop close opening hours phone pharmacy bakery store garage nearest around hotel cafe doctor | nahe pres cerca
address: address geocode coordinates ; street latitude longitude location where gps located | adresse direccion
directions: directions route ; way travel drive driving walk train bus path station airport bike trip get there from to | weg fahre fahren itineraire trajet chemin ruta camino
distance: distance duration ; far long km kilometers miles travel drive minutes between how take | entfernung weit loin distancia lejos coche auto voiture
elevation: elevation altitude ; height high sea level mountain | hohe altitude altitud
weather: weather temperature ; warm cold rain raining sunny wind snow forecast climate degrees hot umbrella outside humid storm jacket frost freeze freezing sunshine cloudy humidity coat rainy windy | wetter regen regnet warm kalt temperatur schneit meteo temps pluie pleut chaud froid tiempo clima lluvia llueve calor frio
forecast: forecast ; tomorrow weekend week saturday sunday coming days later next monday | vorhersage morgen wochenende previsions demain pronostico manana
current: current now ; right today present latest | aktuell jetzt actuel maintenant actual ahora
historical: historical ; past last ago year earlier back | damals
alert: alert alerts warning ; severe storm danger | warnung alerte alerta
memory: memory knowledge graph entity entities observation observations relation relations ; remember know forget fact facts learn recall family about me preferences favourite allergic birthday likes prefers told | weisst gedachtnis merke merk erinnere souviens retiens sabes recuerda
relation: relation relations relationship association associations ; connection between link married works manages friend boss sister brother
design: design figma ; layout mockup ui screen component colours colors | maquette diseno
server: server guild ; community host members
webhook: webhook hook ; integration callback
forum: forum topic ; post discussion
category: category ; group section kind
due: due deadline ; date until reminder | fallig frist echeance vencimiento
link: link ; connect url relation
step: step steps sequential ; thought carefully problem
`
