import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { npmPack } from "./npmPack.ts"
import { stage } from "./stage.ts"

/** A package as it is published. */
export interface Packed {
  readonly name: string
  readonly tarball: string
}

/** Packs workspaces into a folder as they are published. */
export const pack = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<Packed>> => {
  const staging = await mkdtemp(join(tmpdir(), "countersign-stage-"))
  try {
    const staged = await stage(folders, staging)
    const packed = await npmPack(["--pack-destination", into, ...staged])
    return packed.map(({ name, filename }) => ({ name, tarball: join(into, filename) }))
  } finally {
    await rm(staging, { recursive: true })
  }
}
