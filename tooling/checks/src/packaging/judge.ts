import { readFile } from "node:fs/promises"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

/** Everything publint says against a tarball. It takes the `source` condition as it is: the sources are published too. */
export const lint = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const bytes = new Uint8Array(await readFile(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer }
  })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** Everything are-the-types-wrong says against a tarball, read as ESM only: a CommonJS host awaits an import. */
export const types = async (tarball: string): Promise<ReadonlyArray<string>> => {
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
