import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { pack, workspaces } from "@countersign/tools"

/** An empty folder into which a package was installed, with whatever it depends on and nothing else. */
export interface Installed {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Packs a workspace and those it needs as they would be published, and installs them as a stranger does. */
export const install = async (name: string): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-footprint-"))
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const packed = await pack(needed(name), folder)
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", ...packed.map(({ tarball }) => tarball)]
  await promisify(execFile)("npm", args, { cwd: folder })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

/** The folders of a workspace and of every workspace that it depends on. */
const needed = (name: string): ReadonlyArray<string> => {
  const byName = new Map(workspaces().map((workspace) => [workspace.manifest.name, workspace]))
  const reached = new Map<string, string>()
  const visit = (each: string): void => {
    const workspace = byName.get(each)
    if (workspace === undefined || reached.has(each)) return
    reached.set(each, workspace.folder)
    for (const dependency of Object.keys(workspace.manifest.dependencies ?? {})) visit(dependency)
  }
  visit(name)
  return [...reached.values()]
}
