import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { localRegistry } from "@countersign/harness/localRegistry"
import { root } from "../workspace/disk.ts"
import { command } from "./command.ts"
import { published } from "./pack.ts"
import { releaseProblems } from "./releaseProblems.ts"

// Everything happens in a clone, because `changeset version` rewrites manifests and removes the notes.
const [target] = process.argv.slice(2)
const parent = await mkdtemp(join(tmpdir(), "countersign-release-"))
const clone = target === undefined ? join(parent, "clone") : resolve(target)

const run = async (words: string, cwd = clone, settings = ""): Promise<string> => {
  process.stdout.write(`${words}\n`)
  const { ok, output } = await command("bash", ["-ec", `unset NODE_ENV\n${settings}${words}`], cwd)
  if (ok) return output
  throw new Error(`${words} failed in ${cwd}:\n${output}`)
}
const read = (path: string) => readFile(join(clone, path), "utf8")

try {
  await run(`git clone --quiet "${root}" "${clone}"`, root)
  for (const words of ["npm ci", "npx changeset version", "npm install", "npm run check", "npm run pack -- packed"]) {
    await run(words)
  }
  const { version }: { version: string } = JSON.parse(await read("packages/countersign/package.json"))
  const packages = published().map(async (folder) => ({
    manifest: JSON.parse(await read(`${folder}/package.json`)),
    changelog: await read(`${folder}/CHANGELOG.md`).catch(() => "")
  }))
  const registry = await localRegistry(join(clone, "packed"))
  const settings = `export npm_config_registry=${registry.url} npm_config_prefer_offline=true\n`
  await run("npm create -y countersign@latest my-wallet", parent, settings)
  const service = join(parent, "my-wallet")
  for (const words of ["npm install", "npm test", "npm run build"]) await run(words, service, settings)
  registry.close()
  const lock = JSON.parse(await readFile(join(service, "package-lock.json"), "utf8"))
  const problems = releaseProblems(version, await Promise.all(packages), lock.packages)
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  if (problems.length > 0) process.exitCode = 1
  else
    process.stdout.write(
      `release: ${version} of ${packages.length} packages installs, and its service passes its tests\n`
    )
} finally {
  await rm(parent, { recursive: true })
}
