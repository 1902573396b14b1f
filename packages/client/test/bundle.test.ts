import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { expect, it } from "vitest"

/** Bundles and minifies the client for an esbuild platform and its runtime conditions. */
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

it("is at most 41 kB gzipped in a browser, without Effect and Node modules", async () => {
  const { contents, modules, text } = await bundled("browser")
  expect(modules.some((path) => path.endsWith("packages/client/src/createClient.ts"))).toBe(true)
  expect(modules.filter((path) => `/${path}`.includes("/effect/"))).toEqual([])
  expect(text).not.toMatch(/node:|\bBuffer\b/u)
  expect(gzipSync(contents).length).toBeLessThanOrEqual(41_000)
})

it.each([
  ["a browser", "browser", [], "portable"],
  ["Cloudflare Workers", "browser", ["workerd", "worker"], "portable"],
  ["Workers with Node compatibility", "node", ["workerd"], "portable"],
  ["another edge runtime", "neutral", ["edge-light", "worker"], "portable"],
  ["a server on Node", "node", [], "native"]
] as const)("uses the hash primitives of the platform in a bundle for %s", async (_, platform, more, file) => {
  const { modules } = await bundled(platform, more)
  const included = modules.filter((path) => path.includes("/wire/src/primitives/"))
  expect(included).toEqual([expect.stringMatching(new RegExp(`/${file}\\.ts$`, "u"))])
})
