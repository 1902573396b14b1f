import { published } from "../packaging/pack.ts"
import { filesBelow, text } from "../workspace/disk.ts"
import type { Looked } from "./check.ts"

const DOCUMENT = "docs/generated/openapi.json"

/** What it reads, its own stories have said: nobody sends it a text. */
const TESTKIT = "packages/testkit"

/** Reads from disk what is looked at. */
export const readLooked = (): Looked => ({
  files: published()
    .filter((folder) => folder !== TESTKIT)
    .flatMap((folder) => filesBelow(`${folder}/src`, ".ts"))
    .map((path) => ({ path, text: text(path) })),
  document: { path: DOCUMENT, text: text(DOCUMENT) }
})
