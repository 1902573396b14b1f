import type { Workspace } from "../workspace/Manifest.ts"
import type { Source } from "./source.ts"

/** A file, the workspace it belongs to, and all the others. */
export interface Placed {
  readonly source: Source
  readonly home: Workspace
  readonly workspaces: ReadonlyArray<Workspace>
}
