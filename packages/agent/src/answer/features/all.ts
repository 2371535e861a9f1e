// All features. Where several signs are seen, the first in this order names the finding: a false claim before work that
// is left, and that before how it was handed back.
import { checks } from "./checks.ts"
import { failures } from "./failures.ts"
import type { Features } from "./feature.ts"
import { parts } from "./parts.ts"
import { progress } from "./progress.ts"
import { questions } from "./questions.ts"
import { shape } from "./shape.ts"
import { things } from "./things.ts"
import { words } from "./words.ts"

export const FEATURES: Features = {
  ...failures,
  ...checks,
  ...things,
  ...words,
  ...shape,
  ...questions,
  ...parts,
  ...progress,
}
