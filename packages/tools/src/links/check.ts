import { existsSync } from "node:fs"
import { join } from "node:path"
import { filesBelow, root, text } from "../workspace/disk.ts"
import { broken } from "./links.ts"

/** Every relative link of the pages a reader starts from that points at nothing. */
export const brokenLinks = (): ReadonlyArray<string> =>
  ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...filesBelow("docs", ".md")]
    .filter(exists)
    .flatMap((path) => broken(path, text(path), exists))

const exists = (path: string): boolean => existsSync(join(root, path))
