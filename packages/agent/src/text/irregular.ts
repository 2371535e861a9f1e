// Irregular word forms, such as "wrote" for "write". Each entry is a word, then its other forms.

const FORMS = `
be been being|begin began begun|break broke broken|bring brought|build built|buy bought|catch caught|choose chose chosen|come came
deal dealt|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt|find found|fly flew flown|forget forgot forgotten
freeze froze frozen|get got gotten|give gave given|go went gone|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
know knew known|lead led|leave left|lend lent|lose lost|make made|mean meant|meet met|pay paid|ride rode ridden|ring rang rung|run ran
say said|see saw seen|seek sought|sell sold|send sent|shoot shot|show shown|shrink shrank shrunk|sing sang sung|sit sat|sleep slept
speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck|strike struck|swim swam|take took taken|teach taught
tell told|think thought|throw threw thrown|understand understood|undo undid undone|wake woke|wear wore worn|win won|write wrote written
person people|child children|man men|woman women|index indices|index indexes|vertex vertices|matrix matrices|datum data|medium media
analysis analyses|half halves|life lives|shelf shelves|leaf leaves|criterion criteria|directory dir dirs|repository repo repos
configuration config configs|document doc docs|application app apps|information info|picture pic pics|photograph photo photos
message msg msgs|environment env envs|kubernetes k8s kube|database db dbs|javascript js|administrator admin admins|synchronize sync
`

export const IRREGULAR: ReadonlyMap<string, string> = new Map(
  FORMS.trim()
    .split(/[|\n]/)
    .flatMap((line) => {
      const [word = "", ...forms] = line.split(" ")
      return forms.map((form) => [form, word] as const)
    }),
)
