import { filesBelow, isThere } from "@countersign/checks"
import type { Target } from "./targets.ts"

/** The files of a target that may be broken, as paths from the root. */
export const sourcesOf = ({ sources }: Target): ReadonlyArray<string> =>
  sources.flatMap((folder) => filesBelow(folder, ".ts"))

/** The test files that judge a target, as paths from the root. */
export const testsOf = ({ tests, without }: Target): ReadonlyArray<string> =>
  tests
    .flatMap((path) => (path.endsWith(".ts") && isThere(path) ? [path] : filesBelow(path, ".test.ts")))
    .filter((path) => !path.endsWith(".slow.test.ts") && !without.includes(path))
