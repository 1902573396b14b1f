import { writeFile } from "node:fs/promises"
import { resolve } from "node:path"
import { published } from "../packaging/pack.ts"
import { text } from "../workspace/disk.ts"
import { parseLock } from "./Lock.ts"
import { sbom } from "./sbom.ts"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("Usage: npm run sbom -- FILE, where FILE receives the bill of materials.")

await writeFile(resolve(file), `${JSON.stringify(sbom(parseLock(text("package-lock.json")), published()), null, 2)}\n`)
