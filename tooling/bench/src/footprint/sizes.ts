import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

/** How many packages npm installed into a folder, and the megabytes they take on disk, in whole blocks. */
export const sizes = async (folder: string) => {
  const modules = join(folder, "node_modules")
  const lock: { readonly packages: object } = JSON.parse(await readFile(join(modules, ".package-lock.json"), "utf8"))
  return { packages: Object.keys(lock.packages).length, megabytes: (await blocksBelow(modules)) / 1e6 }
}

const blocksBelow = async (path: string): Promise<number> => {
  const entry = await lstat(path)
  const children = entry.isDirectory() ? await readdir(path) : []
  const below = await Promise.all(children.map((name) => blocksBelow(join(path, name))))
  return below.reduce((sum, bytes) => sum + bytes, entry.blocks * 512)
}
