// Phrases of an answer that may have stopped short, in English and German. They do not reject an answer: they only
// decide whether a judge model is asked about it. Data in lower case; a phrase begins and ends with a whole word.

/** Says that something is left. */
export const left = listed(`
  remaining | still need to | still have to | yet to be | next file | next step | next, i | let me continue | let me now
  i'll continue | i will continue | continuing with | moving on to | i'll now | i will now | i'll start | going to
  not yet | so far | verbleibend | verbleibenden | übrig | noch aus | als nächstes
  ich werde | weiter mit | die restlichen | bisher | im nächsten schritt`)

/** Hands the work back, or asks what was already said. */
export const handsBack = listed(`
  i can't | i cannot | i'm unable | i am unable | i'm not able | i don't have access | i do not have access
  you can use | you could use | you'll need to | you will need to | you would need to | should i
  do you want me to | would you like me to | which ones | please provide | please specify | manually
  ich kann nicht | kann ich nicht | leider kann ich | sie können | du kannst | du musst | möchtest du, dass
  möchten sie, dass | welche soll | bitte gib | manuell`)

/** Says that all is done: then the phrases above are not searched. */
export const complete = listed(`
  all done | everything is | have all been | has been completed | have been completed | successfully | all files have been
  all screenshots have been | all of them | are all | i've completed | task is complete | alles erledigt | sind alle
  alle sind | vollständig | erfolgreich | abgeschlossen | wurden alle`)

/** Says that something was done. */
export const claims = listed(`
  i've | i have | has been | have been | is now | are now | successfully | all done | ich habe | habe ich | wurde | wurden
  ist jetzt | sind jetzt | ist nun | sind nun | erledigt | erfolgreich`)

/** Names a change. */
export const changes = listed(`
  renamed | moved | deleted | removed | created | added | saved | sent | updated | booked | scheduled | fixed | installed
  uploaded | downloaded | changed | set | written | umbenannt | verschoben | gelöscht | entfernt | angelegt | hinzugefügt
  gespeichert | verschickt | gesendet | eingetragen | gebucht | geändert | aktualisiert | installiert | erstellt`)

function listed(words: string): readonly string[] {
  return words.split(/[|\n]/).flatMap((phrase) => (phrase.trim() === "" ? [] : [phrase.trim()]))
}
