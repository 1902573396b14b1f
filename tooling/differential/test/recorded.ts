import { readdirSync } from "node:fs"
import { join } from "node:path"
import { inject } from "vitest"
import { type Recording, read } from "../src/Recording.ts"

const folder = inject("recordings")

/** Every service that received a call while the suites ran. */
export const recordings: ReadonlyArray<Recording> = readdirSync(folder)
  .sort()
  .map((file) => read(join(folder, file)))
  .filter(({ calls }) => calls.length > 0)

export const calls = recordings.flatMap((recording) => recording.calls)
