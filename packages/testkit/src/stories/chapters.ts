import { atomicity } from "./atomicity.ts"
import { bodiesChapter } from "./bodies.ts"
import { guards } from "./guards.ts"
import { histories } from "./histories.ts"
import { interleavings } from "./interleavings.ts"
import { isolation } from "./isolation.ts"
import { leases } from "./leases.ts"
import { loads } from "./loads.ts"
import { pagesChapter } from "./pages.ts"
import { races } from "./races.ts"
import { records } from "./records.ts"
import type { Chapter } from "./Story.ts"
import { sequences } from "./sequences.ts"
import { sweeps } from "./sweeps.ts"
import { uniques } from "./uniques.ts"
import { versions } from "./versions.ts"

/** All that an adapter is told, simplest first. */
export const chapters: ReadonlyArray<Chapter> = [
  versions,
  uniques,
  guards,
  atomicity,
  loads,
  pagesChapter,
  isolation,
  leases,
  sweeps,
  bodiesChapter,
  records,
  races,
  histories,
  interleavings,
  sequences
]
