import { mkdir, rm } from "node:fs/promises"
import { text } from "../workspace/disk.ts"
import { hosts, lint, types } from "./judge.ts"
import { KEPT, pack, pairs, published } from "./pack.ts"

await rm(KEPT, { recursive: true, force: true })
await mkdir(KEPT, { recursive: true })
const packages = await pack(published(), KEPT)
const verdicts = await pairs(packages, async ({ name, tarball }) => ({
  name,
  problems: [...(await lint(tarball)), ...(await types(tarball))]
}))
const all = [...verdicts, { name: "package-lock.json", problems: hosts(text("package-lock.json")) }]
for (const { name, problems } of all) {
  console.log(`packaging: ${name}  ${problems.length === 0 ? "ok" : "not ready"}`)
  for (const problem of problems) console.log(`  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}
