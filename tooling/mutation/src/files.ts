import { filesBelow, isThere } from "@countersign/checks"
import type { Target } from "./targets.ts"

/** Returns the source files of a target that Stryker mutates, as paths relative to the root. */
export const sourcesOf = ({ sources }: Target): ReadonlyArray<string> =>
  sources.flatMap((folder) => filesBelow(folder, ".ts"))

/** Returns the test files of a target, as paths relative to the root. */
export const testsOf = ({ tests, without }: Target): ReadonlyArray<string> =>
  tests
    .flatMap((path) => (path.endsWith(".ts") && isThere(path) ? [path] : filesBelow(path, ".test.ts")))
    .filter((path) => !path.endsWith(".slow.test.ts") && !without.includes(path))
