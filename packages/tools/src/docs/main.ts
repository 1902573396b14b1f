import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { brokenLinks } from "../links/check.ts"
import { filesBelow, root, text } from "../workspace/disk.ts"
import { drift, strays } from "./drift.ts"
import { collections, generators } from "./generators.ts"

const folder = "docs/generated"
const printed = new Map<string, string>()
const problems: Array<string> = []

const attempt = async (place: string, print: () => Promise<void>): Promise<void> => {
  try {
    await print()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push(`${place}  render  ${message.replace(/\s+/gu, " ")}`)
  }
}

for (const { file, render } of generators) {
  const path = `${folder}/${file}`
  await attempt(path, async () => void printed.set(path, await render()))
}
for (const { folder, render } of collections) {
  await attempt(folder, async () => {
    for (const [file, content] of await render()) printed.set(`${folder}/${file}`, content)
  })
}

if (process.argv.includes("--check")) {
  const folders = [folder, ...collections.map(({ folder }) => folder)]
  const onDisk = new Map(folders.flatMap((folder) => filesBelow(folder, "").map((path) => [path, text(path)])))
  const files = new Set([...generators.map(({ file }) => `${folder}/${file}`), ...printed.keys()])
  problems.push(...drift(printed, onDisk), ...strays(files, onDisk), ...brokenLinks())
} else {
  for (const [path, content] of printed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`docs: ${printed.size} generated files and every relative link are in order`)
