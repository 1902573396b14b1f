import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

/** The client as a bundler joins it, minified, for a platform of esbuild and what else a runtime adds. */
const bundled = async (platform: "browser" | "neutral" | "node", conditions: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    target: "es2022",
    conditions: ["source", ...conditions],
    metafile: true,
    write: false
  })
  const [output] = outputFiles
  return { modules: Object.keys(metafile.inputs), contents: output?.contents ?? "", text: output?.text ?? "" }
}

it("weighs at most 40 kB in a browser, gzipped and whole, and has no Effect and nothing of Node in it", async () => {
  const { contents, modules, text } = await bundled("browser")
  expect(modules.some((path) => path.endsWith("packages/client/src/createClient.ts"))).toBe(true)
  expect(modules.filter((path) => `/${path}`.includes("/effect/"))).toEqual([])
  expect(text).not.toMatch(/node:|\bBuffer\b/u)
  expect(gzipSync(contents).length).toBeLessThanOrEqual(40_000)
})

it.each([
  ["a browser", "browser", [], "portable"],
  ["Cloudflare Workers", "browser", ["workerd", "worker"], "portable"],
  ["Workers with the modules of Node", "node", ["workerd"], "portable"],
  ["another edge runtime", "neutral", ["edge-light", "worker"], "portable"],
  ["a server on Node", "node", [], "native"]
] as const)("in a bundle for %s it hashes with the primitives for that platform", async (_, platform, more, file) => {
  const { modules } = await bundled(platform, more)
  const taken = modules.filter((path) => path.includes("/wire/src/primitives/"))
  expect(taken).toEqual([expect.stringMatching(new RegExp(`/${file}\\.ts$`, "u"))])
})
