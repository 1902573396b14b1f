import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

it("is at most 40 kB gzipped in a browser, and contains no Effect", async () => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    conditions: ["source"],
    metafile: true,
    write: false
  })
  const modules = Object.keys(metafile.inputs)
  expect(modules.some((path) => path.endsWith("packages/account-types/src/check.ts"))).toBe(true)
  expect(modules.filter((path) => `/${path}`.includes("/effect/") || path.startsWith("node:"))).toEqual([])
  const [bundle] = outputFiles
  expect(gzipSync(bundle?.contents ?? "").length).toBeLessThanOrEqual(40_000)
})
