// Grows and shrinks a store again and again, each time with a checkpoint, as a program that migrates or tidies it does.
// Ends when it is killed. Says "ready" after the first time.
import Database from "better-sqlite3"

const [, , path = ""] = process.argv
const db = new Database(path)
db.pragma("synchronous = OFF")
db.exec("create table if not exists filler (bytes blob)")
for (let time = 0; ; time++) {
  db.exec("insert into filler select randomblob(4000) from (select 1 union select 2 union select 3)")
  db.pragma("wal_checkpoint(TRUNCATE)")
  db.exec("delete from filler")
  db.exec("vacuum")
  db.pragma("wal_checkpoint(TRUNCATE)")
  if (time === 0) process.stdout.write("ready\n")
}
