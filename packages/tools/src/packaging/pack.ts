import { join } from "node:path"
import { Schema } from "effect"
import { root } from "../workspace/disk.ts"
import { command } from "./command.ts"

/** A package as npm would publish it. */
export interface Packed {
  readonly name: string
  readonly tarball: string
}

/** Packs workspaces into a folder, running none of their scripts. */
export const pack = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<Packed>> => {
  const chosen = folders.flatMap((folder) => ["-w", folder])
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", into, ...chosen]
  const { ok, output } = await command("npm", args, root)
  if (!ok) throw new Error(output)
  return decode(output).map(({ name, filename }) => ({
    name,
    tarball: join(into, filename)
  }))
}

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(Schema.Array(Schema.Struct({ name: Schema.String, filename: Schema.String })))
)
