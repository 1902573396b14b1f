import { filesBelow, isThere, text } from "../workspace/disk.ts"
import { broken } from "./links.ts"

/** Every relative link of the pages a reader starts from that points at nothing. */
export const brokenLinks = (): ReadonlyArray<string> =>
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesBelow("docs", ".md")]
    .filter(isThere)
    .flatMap((path) => broken(path, text(path), isThere))
