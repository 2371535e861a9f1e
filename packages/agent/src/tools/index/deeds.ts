// What can be done: a line each. First words that mean it, then ";" and words that hint at it, then "|" and other languages.
// General words only; what a single product calls its things is no matter for this table.

export const DEEDS = `
delete: delete remove erase drop destroy discard purge wipe clear unset eliminate uninstall rid ; trash bin away forget detach off stale scrap ditch kill expunge cancel strip cut unpublish obsolete outdated duplicate unwanted | losche loschen loesche loeschen entferne entfernen weg wegwerfen losch supprime supprimer efface effacer enleve enlever borra borrar elimina eliminar quita quitar
create: create make new generate build init initialize initialise compose ; add set-up setup start open insert fresh prepare register book put draw raise file log launch produce establish craft draft spin begin another | erstelle erstellen lege anlegen neu neue neuen neues cree creer nouveau nouvelle nouveaux crea crear nuevo nueva
add: add append insert attach include ; put join another extra assign create write new into upload enter log register plus onto record | hinzufugen hinzu erganze erganzen ajoute ajouter anade anadir agrega agregar
update: update change modify edit set patch alter adjust revise ; correct fix replace bump upgrade mark rename pause switch push shift make outdated wrong tweak amend refresh postpone reschedule extend increase raise lower reduce turn finish complete reword delay earlier later | andere andern aktualisiere aktualisieren setze modifie modifier changer cambia cambiar actualiza actualizar modifica
edit: edit modify replace rewrite ; change fix correct typo wrong update amend reword tweak adjust swap paragraph sentence line | bearbeite bearbeiten korrigiere corrige corriger edita editar corregir
rename: rename ; call called title name names titled renaming | umbenennen benenne renomme renommer renombra renombrar
read: read view contents content ; open show see look say says display inspect examine print text steht peek glance skim check pull bring summarise summarize summary quote tell | lies lese lesen lis lire lee leer
get: get fetch retrieve obtain ; show read look receive details detail info information pull bring grab give tell check about who current | hole holen zeige zeig obtiens obtenir recupere recuperer obten obtener dame
list: list enumerate ; all every show overview which available existing many what any names inventory each everything there have | liste auflisten alle welche lister tous toutes lista listar todos todas
search: search find seek locate lookup ; look query discover hunt google somewhere where which grep anything match dig spot mention mentions mentioned mentioning contains containing about track named called any who | suche suchen finde finden such cherche chercher trouve trouver recherche rechercher busca buscar encuentra encontrar
send: send post deliver submit ; publish write tell message notify forward share drop mail ping let shoot inform announce remind broadcast reach alert say know reply text invite everyone | sende senden schicke schick verschicke teile envoie envoyer envoyez poste publier partage envia enviar manda mandar publica
write: write save store overwrite record ; put create dump note enter type jot down log fill append keep paste | schreibe schreib schreiben speichere speichern notiere ecris ecrire enregistre enregistrer sauvegarde escribe escribir guarda guardar
move: move relocate transfer ; shift drag rename put push postpone sort into slide reorganise reorganize tidy drop under | verschiebe verschieben deplace deplacer mueve mover
copy: copy duplicate clone replicate ; template again backup same dup mirror second another | kopiere kopieren dupliziere copie copier duplique copia copiar duplica
download: download ; save pull fetch get grab offline keep local locally copy attached | herunterladen runterladen lade telecharge telecharger descarga descargar
upload: upload attach ; add push import put hang send share | hochladen anhangen hange televerse televerser joins joindre sube subir adjunta
run: run execute invoke launch ; start perform trigger call command shell fire kick build compile tests lint ping | starte ausfuhren fuhre lance lancer executer ejecuta ejecutar
stop: stop terminate halt abort cancel kill ; end quit close shut off pause disable cease turn | stoppe beende beenden abbrechen arrete arreter para detener deten
close: close shut ; quit finish done out dismiss end resolve resolved complete | schliesse schliessen ferme fermer cierra cerrar
open: open launch ; visit go navigate load start show bring pull | offne offnen ouvre ouvrir abre abrir
archive: archive ; hide shelve away old done finished retire completed | archiviere archivieren archiver archiva archivar
restore: restore revert rollback undo reset recover unarchive ; back previous lost undone again earlier broke accidentally bring undelete broken yesterday | ruckgangig zuruck annule annuler restaure deshacer restaura
remember: remember memorize memorise store ; keep save note learn know mind forget aware recall preference prefers prefer favourite likes allergic birthday always never | merke merk erinnere souviens retiens memorise recuerda
compare: compare diff difference ; differ versus changed changes between since different delta versions | vergleiche unterschied vergleichen difference compara diferencia
merge: merge combine unite ; join integrate together | zusammenfuhren fusionne fusionner fusiona
sort: sort order rank ; highest lowest top best largest biggest | sortiere sortieren trie trier ordena
aggregate: aggregate group average sum statistics ; mean per total bucket breakdown most least top highest lowest monthly revenue | durchschnitt moyenne promedio
count: count number ; many total amount tally sum size | zahle anzahl viele wieviele combien nombre cuantos cuantas cuenta
convert: convert transform ; turn export format extract change into make as cut trim | konvertiere wandle umwandeln convertis convertir convierte
export: export dump ; save csv download | exportiere exporter exporta
import: import ingest ; load bulk upload | importiere importer importa
summarize: summarize summarise summary ; overview gist brief short recap tldr digest main points key | zusammenfassung fasse resume resumer resumen
explain: explain describe analyze analyse ; details why reason plan slow understand investigate diagnose cause | erklare erlautere explique expliquer explica analysiere
check: check verify validate test audit ; inspect passed pass working healthy ok look see make sure correct valid green failing failed still | prufe prufen teste verifie verifier comprueba verifica
wait: wait ; until pause sleep delay appears | warte attends attendre espera
review: review approve ; accept feedback lgtm reviewers reviewer approved opinion comments | genehmige approuve revue revisa aprueba
assign: assign assignee ; responsible owner give delegate mine hand charge put onto | zuweisen weise assigne attribue asigna
invite: invite ; join member add | einladen inviter invita
reply: reply respond answer response ; back accept decline get tell attend coming confirm | antworte antworten beantworte reponds repondre responde responder contesta
comment: comment story ; note remark reply feedback say said write discussion answer mention leave under tell | kommentar kommentiere kommentieren commentaire commente commenter comentario comenta
react: react reaction emoji ; thumbs like heart emote smile smiley | reagiere reagis reacciona
label: label tag ; category mark color colour flag folder classify | etikett etikettiere markiere etiquette etiqueta
schedule: schedule plan ; book arrange appointment meeting reserve block meet | plane vereinbare planifie programme programa agenda reserva
navigate: navigate visit browse goto ; go open load url back website page homepage | gehe besuche va navigue ve navega
click: click press tap ; hit button push accept link choose submit | klicke klick drucke clique appuie clic pulsa
type: type enter input ; write fill text | tippe eingeben tape saisis introduce
fill: fill ; form field login sign register enter log submit type details signup | ausfullen remplis remplir rellena
select: select choose pick ; dropdown option | wahle auswahlen choisis choisir elige selecciona
drag: drag ; drop move pull slide | ziehe
hover: hover ; mouse over pointer cursor
resize: resize ; size width height wide bigger smaller narrow viewport | vergrossere
emulate: emulate simulate throttle ; mobile phone slow connection device offline 3g dark
scrape: scrape extract ; content article text pull get contents price prices read | auslesen extrahiere extrait extraire extrae
crawl: crawl spider ; site whole entire below recursive pages every articles all subpages website
research: research investigate ; study deep thorough topic report compare find out learn overview background | recherchiere recherche investiga
monitor: monitor watch track ; alert observe notify watcher watches changes follow keep eye | beobachte uberwache surveille surveiller vigila
deploy: deploy deployment rollout ; release ship version roll live production
install: install ; setup chart package | installiere installe installer instala
scale: scale replicas ; instances more grow fewer capacity increase reduce
connect: connect connection ; reach attach login link
push: push ; upload publish remote origin force | pousse empuja
pull: pull ; latest fetch remote origin newest sync | ziehe tire trae
commit: commit ; changes record save check in
stash: stash ; shelve aside temporarily park half unfinished later
blame: blame annotate author ; wrote line who changed last responsible
switch: switch checkout ; change go active use other | wechsle wechseln bascule cambia
think: think reason ; steps carefully complex thorough decide | denke reflechis piensa
calculate: calculate compute sum ; plus minus times add arithmetic total how much together percent | berechne rechne calcule calcula suma
translate: translate | ubersetze traduis traduce
share: share ; access permission link | teile freigeben partage comparte
encode: encode compress zip gzip ; smaller shrink | komprimiere
batch: batch bulk multiple several many ; these all five ten three twenty each various hundred at-once once both two four six dozen whole list following | mehrere plusieurs varios muchos
`
