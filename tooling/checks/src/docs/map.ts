import type { Workspace } from "../workspace/Manifest.ts"

/** A page with the map of the workspaces, each with the description of its package.json, in its block `output=map`. */
export const withMap = (page: string, workspaces: ReadonlyArray<Workspace>): string => {
  const rooms = workspaces.filter(({ folder }) => folder !== ".")
  const width = Math.max(...rooms.map(({ folder }) => folder.length))
  const lines = rooms.map(({ folder, manifest: { description } }) => {
    if (description === undefined) throw new Error(`${folder}/package.json has no description`)
    return `${folder.padEnd(width)}  ${description}`
  })
  const [before, , after] = page.split(/(?<=^```text output=map\n)([^`]*)(?=^```$)/mu)
  if (before === undefined || after === undefined) throw new Error("the page has no block output=map")
  return `${before}${lines.join("\n")}\n${after}`
}
