import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { root, workspaces } from "@countersign/checks"

// Runs in Stryker's sandbox, so that an import of a workspace by name resolves to the mutated copy.
for (const { folder, manifest } of workspaces()) {
  if (folder === ".") continue
  const link = join("node_modules", manifest.name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(process.cwd(), folder), link)
  const own = join(root, folder, "node_modules")
  if (existsSync(own)) symlinkSync(own, join(folder, "node_modules"))
}
