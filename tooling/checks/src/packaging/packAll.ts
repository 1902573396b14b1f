import { mkdir } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { pack, published } from "./pack.ts"

const [into] = process.argv.slice(2)
if (into === undefined) throw new Error("npm run pack -- FOLDER: where do the tarballs go?")

const folder = resolve(into)
await mkdir(folder, { recursive: true })
for (const { tarball } of await pack(published(), folder)) console.log(basename(tarball))
