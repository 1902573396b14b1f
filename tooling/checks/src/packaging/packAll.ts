import { cp, mkdir, readdir } from "node:fs/promises"
import { resolve } from "node:path"
import { isKept, KEPT, pack, published } from "./pack.ts"

const [into] = process.argv.slice(2)
if (into === undefined) throw new Error("Usage: npm run pack -- FOLDER, where FOLDER receives the tarballs.")

const folder = resolve(into)
await mkdir(folder, { recursive: true })
// In `npm test`, the check of the packages has just packed them.
if (isKept()) await cp(KEPT, folder, { recursive: true })
else await pack(published(), folder)
for (const name of await readdir(folder)) console.log(name)
