import { published } from "../packaging/pack.ts"
import { filesBelow, text } from "../workspace/disk.ts"
import type { Looked } from "./check.ts"

const DOCUMENT = "docs/generated/openapi.json"

/** Excluded: the testkit reads only values from its own test suites, so no external input reaches it. */
const TESTKIT = "packages/kits/testkit"

/** Reads the input of the check from disk. */
export const readLooked = (): Looked => ({
  files: published()
    .filter((folder) => folder !== TESTKIT)
    .flatMap((folder) => filesBelow(`${folder}/src`, ".ts"))
    .map((path) => ({ path, text: text(path) })),
  document: { path: DOCUMENT, text: text(DOCUMENT) }
})
