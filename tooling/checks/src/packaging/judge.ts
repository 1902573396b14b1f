import { readFile } from "node:fs/promises"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Returns all problems that publint reports for a tarball. The `source` condition is valid: sources are published. */
export const lint = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const bytes = new Uint8Array(await readFile(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer }
  })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** Returns all problems that are-the-types-wrong reports for an ESM-only tarball. A CommonJS host uses `import()`. */
export const types = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const verdict = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(tarball))))
  if (!verdict.types) return []
  return verdict.problems
    .filter((problem) => !("resolutionKind" in problem && NOT_ESM.has(problem.resolutionKind)))
    .map((problem) => `are-the-types-wrong: ${JSON.stringify(problem)}`)
}

const NOT_ESM: ReadonlySet<string> = new Set(["node10", "node16-cjs"])

/** Returns the lines of package-lock.json that name a registry host. The lock file must work with any registry. */
export const hosts = (lockfile: string): ReadonlyArray<string> =>
  lockfile
    .split("\n")
    .flatMap((line, index) =>
      /"resolved": "[a-z+]*:\/\//u.test(line)
        ? [`package-lock.json:${index + 1}  a host is resolved; run npm i again`]
        : []
    )
