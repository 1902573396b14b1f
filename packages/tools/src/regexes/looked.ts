import { published } from "../packaging/published.ts"
import { filesBelow, text } from "../workspace/disk.ts"
import type { Looked } from "./check.ts"

const DOCUMENT = "docs/generated/openapi.json"

/** Reads from disk what is looked at. */
export const readLooked = (): Looked => ({
  files: published()
    .flatMap((folder) => filesBelow(`${folder}/src`, ".ts"))
    .map((path) => ({ path, text: text(path) })),
  document: { path: DOCUMENT, text: text(DOCUMENT) }
})
