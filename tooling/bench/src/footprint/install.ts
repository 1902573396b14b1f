import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { pack, workspaces } from "@countersign/checks"

/** An empty folder into which packages were installed, with whatever they depend on and nothing else. */
export interface Installed {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/**
 * Packs workspaces and those they need as they would be published, and installs them as a stranger does, beside packages
 * of others that the bench has, each in the same version.
 */
export const install = async (names: ReadonlyArray<string>, others: ReadonlyArray<string> = []): Promise<Installed> => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-footprint-"))
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }))
  const packed = await pack(needed(names), folder)
  const wanted = [...packed.map(({ tarball }) => tarball), ...others.map(asInBench)]
  const args = ["install", "--prefer-offline", "--no-audit", "--no-fund", ...wanted]
  await promisify(execFile)("npm", args, { cwd: folder })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

const asInBench = (name: string): string => {
  const bench = workspaces().find(({ folder }) => folder === "tooling/bench")
  return `${name}@${bench?.manifest.dependencies?.[name]}`
}

/** The folders of workspaces and of every workspace that they depend on. */
const needed = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const byName = new Map(workspaces().map((workspace) => [workspace.manifest.name, workspace]))
  const reached = new Map<string, string>()
  const visit = (each: string): void => {
    const workspace = byName.get(each)
    if (workspace === undefined || reached.has(each)) return
    reached.set(each, workspace.folder)
    for (const dependency of Object.keys(workspace.manifest.dependencies ?? {})) visit(dependency)
  }
  for (const name of names) visit(name)
  return [...reached.values()]
}
