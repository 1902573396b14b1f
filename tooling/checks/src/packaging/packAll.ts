import { cp, mkdir } from "node:fs/promises"
import { join, resolve } from "node:path"
import { isKept, KEPT, pack, tarballOf, withDependencies } from "./pack.ts"

const [into, ...names] = process.argv.slice(2)
if (into === undefined) throw new Error("Usage: npm run pack -- FOLDER [PACKAGE ...], by default of every package.")

const to = resolve(into)
await mkdir(to, { recursive: true })
const chosen = withDependencies(names)
const tarballs = chosen.map(tarballOf)
// In `npm test`, the check of the packages has just packed them.
if (isKept()) for (const tarball of tarballs) await cp(join(KEPT, tarball), join(to, tarball))
else
  await pack(
    chosen.map(({ folder }) => folder),
    to
  )
for (const tarball of tarballs) console.log(tarball)
