// Each feature on a few turns of its own: where it is seen, and where something near to it is not.
import { expect, it } from "vitest"
import { phrases } from "../judge.ts"
import type { JudgedCall } from "../judged.ts"
import { none } from "../phrases/tables.ts"
import { readingOf } from "../reading.ts"
import { FEATURES } from "./all.ts"

const call = (name: string, args: JudgedCall["args"], result: string, isError = false): JudgedCall => ({
  name,
  args,
  result,
  isError,
})
const listed = call("list_files", { path: "/scans" }, "a.pdf\nb.pdf\nc.pdf\nd.pdf")
const moved = (file: string) => call("move_file", { source: file }, "ok")
const failed = call("mail_send", { to: "kim@x.test" }, "SMTP 550 rejected", true)
const looked = call("calendar_list", { day: "friday" }, "09:00 Standup\n11:00 Review")

type Case = readonly [sentence: string, user: string, calls: readonly JudgedCall[], answer: string, seen: boolean]

const TABLE: Readonly<Record<string, readonly Case[]>> = {
  untouched: [
    ["a deed is ordered and no call made", "Delete the old logs", [], "They are old indeed.", true],
    ["the text to work on stands in the order", "Fix this sentence: 'He go home.'", [], "He goes home.", false],
  ],
  unlooked: [
    ["a file is named and no call made", "How long is report.pdf?", [], "Probably twenty pages.", true],
    ["nothing of the user's is named", "How long is a mile?", [], "1.6 km.", false],
  ],
  "only-looked": [
    ["a deed is ordered and only a look made", "Cancel the review on Friday", [looked], "It is at 11:00.", true],
    ["the deed was done", "Rename a.pdf", [listed, moved("a.pdf")], "Done.", false],
    ["there was nothing to do", "Delete all drafts", [call("drafts_list", {}, "[]")], "There are no drafts.", false],
  ],
  "deed-missing": [
    ["one of two deeds has no call", "Rename a.pdf and mail it to Kim", [moved("a.pdf")], "It is renamed.", true],
    ["both have one", "Rename a.pdf and mail it", [moved("a.pdf"), call("mail_send", {}, "ok")], "Both done.", false],
  ],
  "listed-open": [
    [
      "the work stops in the list",
      "Rename all scans",
      [listed, moved("a.pdf"), moved("b.pdf")],
      "Two are renamed.",
      true,
    ],
    [
      "one call took all",
      "Rename all scans",
      [listed, call("bash", { command: "rename x y *.pdf" }, "")],
      "Done.",
      false,
    ],
    [
      "a reason is given",
      "Rename all scans",
      [listed, moved("a.pdf"), moved("b.pdf"), moved("c.pdf")],
      "Three are renamed; d.pdf was not a scan.",
      false,
    ],
    ["one was meant", "Rename the first scan", [listed, moved("a.pdf")], "a.pdf is renamed.", false],
  ],
  "ordered-open": [
    [
      "one of those spelled out has no call",
      "Restart web1, web2 and web3",
      [call("restart", { host: "web1" }, "ok"), call("restart", { host: "web2" }, "ok")],
      "web1 and web2 are up.",
      true,
    ],
    [
      "a range is spelled out",
      "Water zones 1-4",
      [call("water", { zone: 1 }, "ok"), call("water", { zone: 2 }, "ok")],
      "Done with 1 and 2.",
      true,
    ],
    [
      "hours are no range",
      "Book hours: 8-12 alpha",
      [call("book", { from: "08:00", to: "12:00" }, "ok")],
      "Booked.",
      false,
    ],
  ],
  "series-short": [
    [
      "fewer calls than things",
      "Tag the 5 photos",
      [call("tag", { id: "p1" }, "ok"), call("tag", { id: "p2" }, "ok")],
      "Tagged.",
      true,
    ],
  ],
  "all-claimed": [
    [
      "all are claimed after one call",
      "Read the twelve reports",
      [call("read", { file: "1.md" }, "x")],
      "I read all twelve reports.",
      true,
    ],
  ],
  "result-partial": [
    [
      "the result says it is a part",
      "List all open issues",
      [call("issues", {}, '{"total":47,"count":5,"items":[]}')],
      "Five issues.",
      true,
    ],
    [
      "it was fetched on",
      "List all open issues",
      [call("issues", { q: "x" }, "page 1 of 2"), call("issues", { q: "x" }, "page 2 of 2")],
      "All of them.",
      false,
    ],
  ],
  "part-forgotten": [
    [
      "a part that no call speaks of",
      "Set the alarm and cancel the gym membership",
      [call("alarm_set", { time: "6:00" }, "ok")],
      "The alarm is set.",
      true,
    ],
    [
      "one change may have served both",
      "Set the alarm and add milk to the list",
      [call("alarm_set", { time: "6:00" }, "ok")],
      "Both done.",
      false,
    ],
    [
      "a call that nobody knows may have done it",
      "Set the alarm and cancel the gym membership",
      [call("alarm_set", { time: "6:00" }, "ok"), call("gym", { id: 3 }, "ok")],
      "Both done.",
      false,
    ],
  ],
  "name-omitted": [
    [
      "a file that no call touches",
      "Put the minutes into minutes.md",
      [call("read", { path: "raw.txt" }, "notes")],
      "Saved.",
      true,
    ],
    [
      "found by a word of it",
      "Is moment.js used? Search it.",
      [call("search", { pattern: "moment" }, "a.ts:1")],
      "Yes.",
      false,
    ],
  ],
  "failure-unsaid": [
    ["a failed change is told as done", "Mail it to Kim", [failed], "I have sent it to Kim.", true],
    ["it is owned up to", "Mail it to Kim", [failed], "The mail was rejected, so Kim has not got it.", false],
  ],
  "check-missing": [
    [
      "to be checked, and only changed",
      "Fix the bug and run the tests",
      [call("edit_file", { path: "a.ts" }, "ok")],
      "Fixed, all tests pass.",
      false,
    ],
    [
      "to be verified, and only changed",
      "Set the price and check that it shows",
      [call("price_set", { id: 1 }, "ok")],
      "It shows.",
      true,
    ],
  ],
  "look-claimed": [
    [
      "it says it compared, after one call",
      "Check my draft",
      [call("read", { path: "d.txt" }, "text")],
      "I compared every line with the source.",
      true,
    ],
  ],
  promise: [
    ["the next step is announced", "Rename all scans", [listed], "There are four scans. I'll rename them now.", true],
    ["it is offered", "List the scans", [listed], "Four scans. If you like, I'll rename them.", false],
    [
      "a reminder was set",
      "Remind me at 8",
      [call("reminder_create", { at: "8" }, "created")],
      "I'll remind you at 8.",
      false,
    ],
    ["auf Deutsch", "Benenne die Scans um", [listed], "Es sind vier. Als Nächstes benenne ich sie um.", true],
  ],
  "work-left": [
    [
      "it says what is left",
      "Rename all scans",
      [listed, moved("a.pdf")],
      "a.pdf is done. Three are still to do.",
      true,
    ],
    ["the user's own words", "What is still to do?", [call("todo", {}, "paint")], "Painting is still to do.", false],
  ],
  handback: [
    [
      "the user is to do it",
      "Cancel the review",
      [looked],
      "It is at 11. You can cancel it in your calendar app.",
      true,
    ],
  ],
  inability: [
    ["it pleads without trying", "Delete the old logs", [], "As an AI I can't access your files.", true],
    ["it tried", "Mail it to Kim", [failed], "I'm not able to send it: the server rejected it.", false],
  ],
  "claims-undone": [
    ["the deed is claimed after a look", "Cancel the review", [looked], "I've cancelled the review.", true],
  ],
  "leave-for-ordered": [
    [
      "it asks leave for what was ordered",
      "Cancel the review on Friday",
      [looked],
      "Found it. Should I cancel the review?",
      true,
    ],
    [
      "a danger is told",
      "Delete the table",
      [call("count_rows", {}, "1200")],
      "This can't be undone. Should I delete it?",
      false,
    ],
  ],
  "asks-of-all": [
    [
      "it asks which of all",
      "Answer the open tickets",
      [call("tickets_list", {}, "#1 login\n#2 crash")],
      "Two tickets. Which ones should I answer?",
      true,
    ],
  ],
  "fetchable-asked": [
    [
      "it asks for what a tool can read",
      "Summarize README.md",
      [],
      "Please paste the content of README.md here.",
      true,
    ],
  ],
  "breaks-off": [
    ["it ends with a colon", "Find out why it fails", [looked], "Next, the logs:", true],
    ["it ends", "Find out why it fails", [looked], "The disk was full.", false],
  ],
  "places-open": [
    ["boxes are not ticked", "Rename and mail it", [listed], "- [x] rename\n- [ ] mail", true],
    ["all are ticked", "Rename and mail it", [listed], "- [x] rename\n- [x] mail", false],
  ],
  "code-unrun": [
    [
      "code in place of the deed",
      "Convert notes.docx to markdown",
      [listed],
      "Use this:\n```bash\npandoc notes.docx -o notes.md\n```",
      true,
    ],
    ["code was asked for", "Write a script that converts docx", [], "```bash\npandoc a.docx\n```", false],
  ],
  "figures-invented": [
    [
      "a figure from nowhere",
      "Count the active users",
      [call("connect", { db: "x" }, "connected")],
      "There are 18,342.",
      true,
    ],
    ["a sum", "Add up the bills", [call("bills", {}, "1200 and 2400")], "3,600 in total.", false],
  ],
  candidates: [
    ["several were found for one", "Cancel the meeting", [looked], "There are Standup and Review. Which one?", true],
  ],
  "secret-needed": [
    [
      "only the user has it",
      "Log in and download it",
      [call("login", {}, "password required", true)],
      "Please enter your password.",
      true,
    ],
  ],
  "failure-in-series": [
    [
      "one of several failed and all are told as done",
      "Scan the three hosts",
      [
        call("scan", { host: "h1" }, "clean"),
        call("scan", { host: "h2" }, "no route", true),
        call("scan", { host: "h3" }, "clean"),
      ],
      "All three are clean.",
      true,
    ],
    [
      "it was made again",
      "Scan the three hosts",
      [
        call("scan", { host: "h1" }, "clean"),
        call("scan", { host: "h2" }, "no route", true),
        call("scan", { host: "h2" }, "clean"),
        call("scan", { host: "h3" }, "clean"),
      ],
      "All three are clean.",
      false,
    ],
  ],
  "check-claimed": [
    [
      "a check that no call speaks of",
      "Remove the logs, then the linter should be happy",
      [call("edit_file", { path: "a.ts" }, "ok")],
      "Removed, and the linter is clean.",
      true,
    ],
    [
      "it was run",
      "Remove the logs, then the linter should be happy",
      [call("edit_file", { path: "a.ts" }, "ok"), call("bash", { command: "npx eslint ." }, "")],
      "Removed, and the linter is clean.",
      false,
    ],
  ],
  unfinished: [
    ["in the first person", "How is the machine?", [looked], "It is fine. I have yet to query the battery.", true],
    ["auf Deutsch", "Lies die Karten ein", [looked], "Eine ist da. Karte 2 muss ich noch auslesen.", true],
    ["of others", "Who has not paid?", [looked], "Kim has not paid yet.", false],
  ],
  "asks-what-to-do": [
    [
      "the order says it",
      "Summarize the pdf in inbox/",
      [listed],
      "There is a.pdf. What would you like me to do with it?",
      true,
    ],
    ["nothing was ordered", "Hello!", [], "Hello! What would you like me to do?", false],
  ],
  "only-looked-perhaps": [
    [
      "a tool that seems to look, and nothing is claimed",
      "Cancel the review",
      [call("events", { day: "friday" }, "09:00 Standup, 11:00 Review with Kim and Ana")],
      "It is at 11:00.",
      true,
    ],
    [
      "it may have been the deed",
      "Cancel the membership",
      [call("portal", { page: "membership" }, "Membership GX-20 ends on 28 Feb, see you again soon")],
      "It is cancelled, it ends on 28 February.",
      false,
    ],
  ],
  "failure-told": [
    ["it says what failed", "Mail it to Kim", [failed], "The server rejected the mail, it was not sent.", true],
  ],
}

for (const [name, cases] of Object.entries(TABLE)) {
  it.each(cases)(`${name}: %s`, (_, user, calls, answer, seen) => {
    const evidence = FEATURES[name]?.see(readingOf({ user, calls, answer }, phrases))
    expect(evidence === undefined ? "not seen" : evidence).toEqual(
      seen ? expect.not.stringMatching(/^not seen$/) : "not seen",
    )
  })
}

it.each(Object.entries(FEATURES).filter(([, { byWords }]) => byWords))(
  "%s is silent without the tables",
  (_, { see }) => {
    const answer = "I've sent it. I'll do the rest later, you can do it yourself. I'm not able to. Should I?"
    const calls = [looked, failed]
    expect(see(readingOf({ user: "Mail all of them to Kim", calls, answer }, none))).toBeUndefined()
  },
)
