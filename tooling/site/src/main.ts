import { join } from "node:path"
import { root } from "@countersign/checks"
import { buildSite } from "./buildSite.ts"
import { flawsOf } from "./check.ts"

const out = join(root, "site")
await buildSite(out, "all")
const flaws = flawsOf(out)
const say = (line: string): void => void process.stdout.write(`${line}\n`)
for (const flaw of flaws) say(flaw)
if (flaws.length > 0) process.exitCode = 1
else say(`site: built into ${out}, and every link of it leads somewhere`)
