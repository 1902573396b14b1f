import { filesBelow, isThere, text } from "../workspace/disk.ts"
import { broken } from "./links.ts"

/** Every relative link, of the pages that a reader starts from, to a file or heading that does not exist. */
export const brokenLinks = (): ReadonlyArray<string> =>
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesBelow("docs", ".md")]
    .filter(isThere)
    .flatMap((path) => broken(path, text(path), { exists: isThere, text }))
