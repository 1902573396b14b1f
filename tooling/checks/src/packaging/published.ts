import { workspaces } from "../workspace/disk.ts"

/** The folders of every workspace that is published. */
export const published = (): ReadonlyArray<string> =>
  workspaces()
    .filter(({ folder, manifest }) => folder !== "." && manifest.private !== true)
    .map(({ folder }) => folder)
