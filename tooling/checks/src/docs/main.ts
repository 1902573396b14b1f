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
import { filesBelow, isThere, report, root, text } from "../workspace/disk.ts"
import { drift, strays } from "./drift.ts"
import { generatedFolders, generators, measuredFiles, printedSources, sources, vectors } from "./generators.ts"
import { missingPages } from "./pages.ts"

const printed = new Map<string, string>()
const problems: Array<string> = []

const attempt = async (place: string, print: () => Promise<Iterable<readonly [string, string]>>): Promise<void> => {
  try {
    for (const [file, content] of await print()) printed.set(file, content)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    problems.push(`${place}  render  ${message.replace(/\s+/gu, " ")}`)
  }
}

const isOfSources = process.argv.includes("--sources")
for (const [file, print] of Object.entries(isOfSources ? sources : { ...sources, ...generators })) {
  await attempt(file, async () => [[file, await print()]])
}
await attempt("the sources of the contract", printedSources)
if (!isOfSources) await attempt("the vectors", vectors)

if (process.argv.includes("--check")) {
  const expected = new Set([...generatedFolders.flatMap((folder) => filesBelow(folder, "")), ...printed.keys()])
  const onDisk = new Map([...expected].filter(isThere).map((path) => [path, text(path)]))
  const files = new Set([...Object.keys(generators), ...printed.keys(), ...measuredFiles])
  const marked = ["packages", "adapters"]
    .flatMap((folder) => filesBelow(folder, ".ts"))
    .filter((path) => isPrinted(text(path)))
  problems.push(
    ...drift(printed, onDisk),
    ...strays(files, [...onDisk.keys(), ...marked]),
    ...brokenLinks(),
    ...missingPages(text("llms.txt"), filesBelow("docs", ".md")),
    ...packageReadmeProblems(),
    ...decisionProblems(textsWithDecisions()),
    ...threatProblems({ threats, advisories, shown }),
    ...placeProblems(threats, places),
    ...standardProblems(requirementsIn(text("docs/maintain/standards.md")), testFiles)
  )
} else {
  for (const [path, content] of printed) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
}

report(problems, `docs: ${printed.size} generated files and every relative link are in order`)
