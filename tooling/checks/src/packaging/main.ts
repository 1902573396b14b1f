import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "../workspace/disk.ts"
import { hosts, lint, types } from "./judge.ts"
import { pack, pairs, published } from "./pack.ts"

const folder = await mkdtemp(join(tmpdir(), "countersign-pack-"))

try {
  const packages = await pack(published(), folder)
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
} finally {
  await rm(folder, { recursive: true })
}
