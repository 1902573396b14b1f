import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brokenLinks } from "../links/check.ts"
import { filesBelow, root, text } from "../workspace/disk.ts"
import { drift, strays } from "./drift.ts"
import { generators } from "./generators.ts"

const folder = "docs/generated"
const printed = new Map<string, string>()
const problems: Array<string> = []

for (const { file, render } of generators) {
  try {
    printed.set(`${folder}/${file}`, await render())
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push(`${folder}/${file}  render  ${message.replace(/\s+/gu, " ")}`)
  }
}

if (process.argv.includes("--check")) {
  const onDisk = new Map(filesBelow(folder, "").map((path) => [path, text(path)]))
  const files = new Set(generators.map(({ file }) => `${folder}/${file}`))
  problems.push(...drift(printed, onDisk), ...strays(files, onDisk), ...brokenLinks())
} else {
  mkdirSync(join(root, folder), { recursive: true })
  for (const [path, content] of printed) writeFileSync(join(root, path), content)
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`docs: ${printed.size} generated files and every relative link are in order`)
