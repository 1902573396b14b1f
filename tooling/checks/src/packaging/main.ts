import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { text } from "../workspace/disk.ts"
import { pack, pairs, published } from "./pack.ts"

/** Everything publint says against a tarball. It takes the `source` condition as it is: the sources are published too. */
const lint = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const bytes = new Uint8Array(await readFile(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer }
  })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** Everything are-the-types-wrong says against a tarball, read as ESM only: a CommonJS host awaits an import. */
const types = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const verdict = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))))
  if (!verdict.types) return []
  return verdict.problems
    .filter((problem) => !("resolutionKind" in problem && NOT_ESM.has(problem.resolutionKind)))
    .map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`)
}

const NOT_ESM: ReadonlySet<string> = new Set(["node10", "node16-cjs"])

/** The lines of package-lock.json that tie an install to one host: the lock must work against any registry. */
export const hosts = (lockfile: string): ReadonlyArray<string> =>
  lockfile
    .split("\n")
    .flatMap((line, index) =>
      /"resolved": "[a-z+]*:\/\//u.test(line)
        ? [`package-lock.json:${index + 1}  a host is resolved; run npm i again`]
        : []
    )

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
