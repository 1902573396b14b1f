import { cp, readFile } from "node:fs/promises"
import { join } from "node:path"
import { Schema } from "effect"
import { root, workspaces } from "../workspace/disk.ts"
import { bundle } from "./bundle.ts"
import { entryPoints } from "./entryPoints.ts"
import { npmPack } from "./npmPack.ts"
import { pairs } from "./pairs.ts"

/** Lays workspaces out in a folder as they are published, and answers where each one is. */
export const stage = async (folders: ReadonlyArray<string>, into: string): Promise<ReadonlyArray<string>> => {
  const listed = await npmPack(["--dry-run", ...folders.map((folder) => join(root, folder))])
  const filesOf = new Map(listed.map(({ name, files }) => [name, files.map(({ path }) => path)]))
  const chosen = workspaces().filter(({ folder }) => folders.includes(folder))
  return pairs(chosen, async ({ folder, manifest }) => {
    const to = join(into, folder)
    const files = filesOf.get(manifest.name) ?? []
    for (const file of files) await cp(join(root, folder, file), join(to, file))
    await joinModules(to, files)
    return to
  })
}

/**
 * A package that stands on Effect runs in a host, which waits for every module that Node reads. The others run in
 * browsers as well, where a bundler can leave out a module that nobody asks for, but not half of a file.
 */
const joinModules = async (folder: string, files: ReadonlyArray<string>): Promise<void> => {
  const { dependencies = {}, exports } = decode(await readFile(join(folder, "package.json"), "utf8"))
  if (!Object.hasOwn(dependencies, "effect")) return
  const modules = files.filter((file) => /^dist\/.*\.js(?:\.map)?$/u.test(file))
  await bundle(folder, modules, entryPoints(exports))
}

const decode = Schema.decodeUnknownSync(
  Schema.fromJsonString(
    Schema.Struct({
      dependencies: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
      exports: Schema.Unknown
    })
  )
)
