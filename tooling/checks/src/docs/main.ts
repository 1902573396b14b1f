import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { decisionProblems, textsWithDecisions } from "../decisions/decisions.ts"
import { brokenLinks } from "../links/links.ts"
import { isPrinted } from "../printed/formatted.ts"
import { packageReadmeProblems } from "../readme/packageReadmes.ts"
import { requirementsIn, standardProblems } from "../threats/standards.ts"
import {
  advisories,
  placeProblems,
  places,
  shown,
  files as testFiles,
  threatProblems,
  threats
} from "../threats/threats.ts"
import { filesBelow, isThere, root, text } from "../workspace/disk.ts"
import { drift, strays } from "./drift.ts"
import { collections, generatedFolders, generators, measuredFiles, printedSources, sources } from "./generators.ts"
import { missingPages } from "./pages.ts"

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

const isOfSources = process.argv.includes("--sources")
for (const { file, render } of isOfSources ? sources : [...sources, ...generators]) {
  await attempt(file, async () => void printed.set(file, await render()))
}
await attempt("the sources of the contract", async () => {
  for (const [file, content] of await printedSources()) printed.set(file, content)
})
for (const { folder, render } of isOfSources ? [] : collections) {
  await attempt(folder, async () => {
    for (const [file, content] of await render()) printed.set(`${folder}/${file}`, content)
  })
}

if (process.argv.includes("--check")) {
  const folders = [...generatedFolders, ...collections.map(({ folder }) => folder)]
  const expected = new Set([...folders.flatMap((folder) => filesBelow(folder, "")), ...printed.keys()])
  const onDisk = new Map([...expected].filter(isThere).map((path) => [path, text(path)]))
  const files = new Set([...generators.map(({ file }) => file), ...printed.keys(), ...measuredFiles])
  const marked = [...filesBelow("packages", ".ts"), ...filesBelow("adapters", ".ts")].filter((path) =>
    isPrinted(text(path))
  )
  problems.push(
    ...drift(printed, onDisk),
    ...strays(files, new Map([...onDisk, ...marked.map((path) => [path, ""] as const)]))
  )
  problems.push(
    ...brokenLinks(),
    ...missingPages(text("llms.txt"), filesBelow("docs", ".md")),
    ...packageReadmeProblems(),
    ...decisionProblems(textsWithDecisions())
  )
  problems.push(...threatProblems({ threats, advisories, shown }), ...placeProblems(threats, places))
  problems.push(...standardProblems(requirementsIn(text("docs/maintain/standards.md")), testFiles))
} else {
  for (const [path, content] of printed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

for (const problem of problems) console.log(problem)
if (problems.length > 0) process.exitCode = 1
else console.log(`docs: ${printed.size} generated files and every relative link are in order`)
