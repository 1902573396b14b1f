import { existsSync, mkdirSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { root, workspaces } from "@countersign/checks"

// Run in the sandbox: a workspace that is imported by its name is the copy in the sandbox, mutants and all.
for (const { folder, manifest } of workspaces()) {
  if (folder === ".") continue
  const link = join("node_modules", manifest.name)
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(join(process.cwd(), folder), link)
  const own = join(root, folder, "node_modules")
  if (existsSync(own)) symlinkSync(own, join(folder, "node_modules"))
}
