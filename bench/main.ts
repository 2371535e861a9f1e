// npm run bench -- NAME: each benchmark prints a table, and a last line of JSON for machines.

const BENCHES: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Bench> }>> = {
  answers: {
    about: "labelled answers through a profile's rules (--profile NAME, --data FILE): asked about, nudged, wrongly",
    load: () => import("./answers.ts"),
  },
  cancel: {
    about: "how long a turn goes on after it was cancelled, whatever it waits for",
    load: () => import("./cancel.ts"),
  },
  context: {
    about: "what a session keeps in any window, what a step of a long one costs, how far token estimates are off",
    load: () => import("./context.ts"),
  },
  dialects: {
    about: "a corpus of calls in every dialect, and the speed of the xml reader",
    load: () => import("./dialects.ts"),
  },
  "large-calls": {
    about: "calls with megabytes of arguments: what it costs to show them, beside looking at all of them",
    load: () => import("./large-calls.ts"),
  },
  log: {
    about: "durable appends beside bare SQLite, event-loop delay, opening long sessions, listing many",
    load: () => import("./log.ts"),
  },
  loop: {
    about:
      "rounds, chunks, sessions at once and the start, beside the barest loops that do the same (--quick: in a minute)",
    load: () => import("./loop.ts"),
  },
  peers: {
    about:
      "the same story through other libraries, for the table of docs/performance.md, in seven minutes (--quick: in two)",
    load: () => import("./peers.ts"),
  },
  prefilter: {
    about: "the tool that is needed among 50 to 5,000, on a labelled set or on --data FILE: recall and time per query",
    load: () => import("./prefilter.ts"),
  },
  profile: {
    about: "where a round's time goes, folder by folder, and which lines make its promises (memory or sqlite)",
    load: () => import("./profile.ts"),
  },
  rates: {
    about: "sixty documents against a provider that takes five requests a second: failed, refused, seconds",
    load: () => import("./rates.ts"),
  },
  scale: {
    about:
      "PostgreSQL: appends beside bare inserts and SQLite, whole turns, growth to a million sessions, take-over (--quick: less)",
    load: () => import("./scale.ts"),
  },
  serve: {
    about: "a thousand viewers of running sessions through cuts and kills, and requests a second beside bare hono",
    load: () => import("./serve.ts"),
  },
  start: {
    about: "how long pawl --version, the library's import and pawl -p take, over Node itself",
    load: () => import("./start.ts"),
  },
  terminal: {
    about: "the conversation on a terminal: from its start to the prompt, and CPU for each piece of an answer",
    load: () => import("./terminal.ts"),
  },
  web: {
    about: "the web app in Chromium: what it loads, first paint, main thread for a piece of an answer, 10,000 messages",
    load: () => import("./web.ts"),
  },
}

interface Bench {
  run(): Promise<void>
}

const name = process.argv[2] ?? ""
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined
if (bench === undefined) {
  console.error(name === "" ? "Which benchmark?" : `There is no benchmark "${name}".`)
  console.error("Usage: npm run bench -- NAME, where NAME is one of")
  for (const [known, { about }] of Object.entries(BENCHES)) console.error(`  ${known.padEnd(13)}${about}`)
  process.exitCode = 2
} else {
  await (await bench.load()).run()
}
