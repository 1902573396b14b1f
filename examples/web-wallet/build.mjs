// Writes the wallet page and the operator's page with their backend into a folder, as `countersign dev` serves them:
// index.js, and site/ beside it. From the sources and without a type check. Plain JavaScript, so that it needs no build.
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const [program, folder] = process.argv.slice(1)
const here = fileURLToPath(new URL(".", import.meta.url))

export const buildPages = async (into) => {
  const [{ build: buildSite }, { build }] = await Promise.all([import("vite"), import("esbuild")])
  await Promise.all([
    buildSite({
      configFile: join(here, "vite.config.ts"),
      configLoader: "runner",
      logLevel: "error",
      build: { outDir: join(into, "site"), emptyOutDir: true }
    }),
    build({
      entryPoints: [join(here, "src/backend/pages.ts")],
      outfile: join(into, "index.js"),
      bundle: true,
      minify: true,
      format: "esm",
      platform: "node",
      target: "node20",
      conditions: ["source"],
      // For modules in CommonJS.
      banner: {
        js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url)'
      },
      logLevel: "error"
    })
  ])
}

if (program === fileURLToPath(import.meta.url) && folder !== undefined) await buildPages(folder)
