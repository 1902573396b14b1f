import { mkdir, readdir, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"

/** The files of a service by their path, with `/`. */
export type Files = ReadonlyMap<string, string>

/** A call that the command refuses, with what to do in one line. */
export class Refusal extends Error {}

/** Refuses a folder that has files, apart from those of git, and a path that is a file. */
export const requireEmpty = async (folder: string): Promise<void> => {
  const entries = await readdir(folder).catch((error: unknown) => {
    const { code } = Object(error)
    if (code === "ENOENT") return []
    if (code === "ENOTDIR") throw new Refusal(`"${basename(folder)}" is a file. Choose another folder.`)
    throw error
  })
  if (entries.every((name) => name === ".git")) return
  throw new Refusal(`The folder "${basename(folder)}" is not empty. Choose another one, or remove its files.`)
}

/** Writes the files. No file is replaced. */
export const write = async (folder: string, files: Files): Promise<void> => {
  for (const [path, text] of files) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: "wx" })
  }
}
