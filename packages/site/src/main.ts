import { join } from "node:path"
import { root } from "@countersign/tools"
import { buildSite } from "./buildSite.ts"
import { flawsOf } from "./check.ts"

const out = join(root, "site")
await buildSite(out, "all")
const flaws = flawsOf(out)
for (const flaw of flaws) console.log(flaw)
if (flaws.length > 0) process.exitCode = 1
else console.log(`site: built into ${out}, and every link of it leads somewhere`)
