// What can be done: a line each. First words that mean it, then ";" and words that hint at it, then "|" and other languages.
// General words only; what a single product calls its things is no matter for this table.

export const DEEDS = `
delete: delete remove erase drop destroy discard purge wipe clear unset eliminate uninstall rid ; trash bin away forget detach off stale scrap ditch kill expunge cancel strip cut unpublish obsolete outdated duplicate unwanted throw dump toss chuck nuke zap axe takedown unneeded superfluous leftovers clean cleanup prune unused withdraw revoke retract | losche loschen loesche loeschen entferne entfernen weg wegwerfen losch supprime supprimer efface effacer enleve enlever borra borrar elimina eliminar quita quitar wegmachen rauswerfen verwerfen tilge jette jeter vire borre elimine tira vacia vide vider leere leeren entfern
create: create make new generate build init initialize initialise compose ; add set-up setup start open insert fresh prepare register book put draw raise file log launch produce establish craft draft spin begin another schedule arrange introduce provision organise organize brand need | erstelle erstellen lege anlegen neu neue neuen neues cree creer nouveau nouvelle nouveaux crea crear nuevo nueva mache anlege leg eroffne fais faire haz hacer genera generar neuer
add: add append insert attach include ; put join another extra assign create write new into upload enter log register plus onto record stick throw bring supplement more | hinzufugen hinzu erganze erganzen ajoute ajouter anade anadir agrega agregar dazu eintragen trage fuge mets mettre rajoute pon poner mete anada agregue
update: update change modify edit set patch alter adjust revise ; correct fix replace bump upgrade mark rename pause switch push shift make outdated wrong tweak amend refresh postpone reschedule extend increase raise lower reduce turn finish complete reword delay earlier later toggle enable disable activate deactivate reopen reassign prolong shordouble halve swap convert place transition urgent priority | andere andern aktualisiere aktualisieren setze modifie modifier changer cambia cambiar actualiza actualizar modifica ersetze verlangere passe anpassen remplace actualice cambie modifique ajusta reemplaza
edit: edit modify replace rewrite ; change fix correct typo wrong update amend reword tweak adjust swap paragraph sentence line substitute everywhere instead by | bearbeite bearbeiten korrigiere corrige corriger edita editar corregir ersetze remplace reemplaza andere
rename: rename ; call called title name names titled renaming label dub known | umbenennen benenne renomme renommer renombra renombrar umbenenne appelle llama nombre
read: read view contents content ; open show see look say says display inspect examine print text steht peek glance skim check pull bring summarise summarize summary quote tell listen watch wording exactly written states according inside through walk | lies lese lesen lis lire lee leer anschauen ansehen zeig zeige lisez montre montrer ver mira muestra contiene contient inhalt
get: get fetch retrieve obtain ; show read look receive details detail info information pull bring grab give tell check about who current need want display status known view see | hole holen zeige zeig obtiens obtenir recupere recuperer obten obtener dame gib montre donne donner muestra dime trae quiero
list: list enumerate ; all every show overview which available existing many what any names inventory each everything there have complete entire full see catalogue run-down got own | liste auflisten alle welche lister tous toutes lista listar todos todas zeig zeige montre affiche afficher muestra mostrar cuales quels quelles gibt hay
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
restore: restore revert rollback undo reset recover unarchive ; back previous lost undone again earlier broke accidentally bring undelete broken yesterday oops mistake wrongly regret messed before prior old version good | ruckgangig zuruck annule annuler restaure deshacer restaura wiederherstellen rucksetzen retablir revenir revertir recupera
remember: remember memorize memorise store ; keep save note learn know mind forget aware recall preference prefers prefer favourite likes allergic birthday always never | merke merk erinnere souviens retiens memorise recuerda
compare: compare diff difference ; differ versus changed changes between since different delta versions against side by | vergleiche unterschied vergleichen difference compara diferencia comparer comparar
merge: merge combine unite ; join integrate together | zusammenfuhren fusionne fusionner fusiona
sort: sort order rank ; highest lowest top best largest biggest | sortiere sortieren trie trier ordena
aggregate: aggregate group average sum statistics ; mean per total bucket breakdown most least top highest lowest monthly revenue | durchschnitt moyenne promedio
count: count number ; many total amount tally sum size much often | zahle anzahl viele wieviele combien nombre cuantos cuantas cuenta zahl compte
convert: convert transform ; turn export format extract change into make as cut trim to instead other | konvertiere wandle umwandeln convertis convertir convierte umrechnen convierta
export: export dump ; save csv download | exportiere exporter exporta
import: import ingest ; load bulk upload | importiere importer importa
summarize: summarize summarise summary ; overview gist brief short recap tldr digest main points key nutshell essence | zusammenfassung fasse resume resumer resumen zusammen
explain: explain describe analyze analyse ; details why reason plan slow understand investigate diagnose cause meaning mean what how work works | erklare erlautere explique expliquer explica analysiere expliquez
check: check verify validate test audit ; inspect passed pass working healthy ok look see make sure correct valid green failing failed still running alive down available reachable ready | prufe prufen teste verifie verifier comprueba verifica lauft fonctionne funciona
wait: wait ; until pause sleep delay appears | warte attends attendre espera
review: review approve ; accept feedback lgtm reviewers reviewer approved opinion comments sign-off word look thumbs ok | genehmige approuve revue revisa aprueba
assign: assign assignee ; responsible owner give delegate mine hand charge put onto belongs take over person to for | zuweisen weise assigne attribue asigna
invite: invite ; join member add | einladen inviter invita
reply: reply respond answer response ; back accept decline get tell attend coming confirm react word yes no agree | antworte antworten beantworte reponds repondre responde responder contesta
comment: comment story ; note remark reply feedback say said write discussion answer mention leave under tell complain complained opinion word point think | kommentar kommentiere kommentieren commentaire commente commenter comentario comenta
react: react reaction emoji ; thumbs like heart emote smile smiley | reagiere reagis reacciona
label: label tag ; category mark color colour flag folder classify | etikett etikettiere markiere etiquette etiqueta
schedule: schedule plan ; book arrange appointment meeting reserve block meet recurring weekly daily every at | plane vereinbare planifie programme programa agenda reserva
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
research: research investigate ; study deep thorough topic report compare find out learn overview background sources in-depth dossier fact thoroughly | recherchiere recherche investiga
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
translate: translate | ubersetze traduis traduce
share: share ; access permission link | teile freigeben partage comparte
encode: encode compress zip gzip ; smaller shrink | komprimiere
batch: batch bulk multiple several many ; these all five ten three twenty each various hundred at-once once both two four six dozen whole list following | mehrere plusieurs varios muchos
restart: restart reboot reload relaunch ; again bounce refresh stuck hangs frozen | neustarten redemarre reinicia reiniciar
enable: enable activate ; turn on allow unlock start | aktiviere einschalten active activer activa activar enciende
disable: disable deactivate ; turn off mute suspend block stop | deaktiviere ausschalten desactive desactiver apaga desactiva
authenticate: authenticate login auth logout ; sign log credentials password account access token | anmelden connexion connecter sesion
respond: respond accept decline tentative rsvp ; attend coming turn down make cannot cant invitation going skip yes no maybe | zusagen absagen accepter refuser aceptar rechazar
complete: complete completion done finish ; tick off resolved ready over achieved finished close | fertig erledigt abhaken fini termine terminer terminado hecho
subscribe: subscribe unsubscribe watch ; follow notify notified notifications updates informed
analyze: analyze analyse analysis ; why understand figure insight pattern trend inspect | analysiere analiza
transcribe: transcribe transcript transcription captions subtitles ; say said talk speech spoken video youtube podcast lecture watch they | transkript
fork: fork ; copy own mine account
play: play playback ; song music listen track pause skip
pay: pay payment charge ; money bill cost buy purchase owe transfer | zahle bezahlen payer pagar
refund: refund reimburse ; money back return
drain: drain cordon uncordon ; maintenance rotation offline node host out
format: format style formatting ; bold italic color colour background border font pretty grey red green highlight | formatiere
approve: approve approval ; accept ok yes lgtm green-light
ban: ban kick ; member block user spammer
pin: pin unpin ; top star favourite
lock: lock unlock ; protect freeze
back-up: backup ; safe copy save snapshot
compress: compress zip gzip archive ; squeeze pack gz smaller tar shrink
evaluate: evaluate execute ; javascript script snippet expression
prompt: ask question ; clarify input
`
