import { answers } from "./answers.ts"
import { bodiesIn } from "./bodies.ts"
import { connections } from "./connections.ts"
import { departures } from "./departures.ts"
import { failures } from "./failures.ts"
import { headers } from "./headers.ts"
import { limits } from "./limits.ts"
import { methods } from "./methods.ts"
import { parserChapter } from "./parsers.ts"
import type { Chapter } from "./Story.ts"
import { serviceChapter } from "./serviceChapter.ts"
import { targets } from "./targets.ts"

/** All that a host is asked, simplest first. The last chapter is the real service, and needs all others. */
export const chaptersOf = (prefixes: ReadonlyArray<string>, parsers: ReadonlyArray<string>): ReadonlyArray<Chapter> => [
  targets(prefixes),
  methods,
  headers,
  bodiesIn,
  answers,
  limits,
  failures,
  connections,
  departures,
  ...parsers.map(parserChapter),
  serviceChapter(prefixes)
]
