import { mkdir } from "node:fs/promises"
import { basename, resolve } from "node:path"
import { pack, published } from "./pack.ts"

const [into] = process.argv.slice(2)
if (into === undefined) throw new Error("Usage: npm run pack -- FOLDER, where FOLDER receives the tarballs.")

const folder = resolve(into)
await mkdir(folder, { recursive: true })
for (const { tarball } of await pack(published(), folder)) console.log(basename(tarball))
