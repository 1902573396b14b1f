import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { afterEach, describe, expect, it, vi } from "vitest"
import type * as client from "../src/index.ts"

afterEach(() => vi.unstubAllGlobals())

/** Bundles and minifies the client for an esbuild platform and its runtime conditions: a script, and chunks on demand. */
const bundled = async (platform: "browser" | "neutral" | "node", conditions: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/index.ts", import.meta.url))],
    bundle: true,
    splitting: true,
    outdir: "/",
    outExtension: { ".js": ".mjs" },
    minify: true,
    format: "esm",
    platform,
    target: "es2022",
    conditions: ["source", ...conditions],
    metafile: true,
    write: false
  })
  const [entry, ...chunks] = outputFiles.toSorted((a, b) => Number(isChunk(a.path)) - Number(isChunk(b.path)))
  const [output] = Object.values(metafile.outputs).filter(({ entryPoint }) =>
    entryPoint?.endsWith("client/src/index.ts")
  )
  return {
    modules: Object.keys(metafile.inputs),
    inEntry: Object.entries(output?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) => (bytesInOutput ? [path] : [])),
    imports: output?.imports ?? [],
    contents: entry?.contents ?? "",
    text: entry?.text ?? "",
    files: outputFiles,
    chunks
  }
}

const isChunk = (path: string) => basename(path) !== "index.mjs"

it("is at most 27 kB gzipped in a browser, without Effect, Node modules and a curve library", async () => {
  const { contents, imports, inEntry, text } = await bundled("browser")
  expect(inEntry.some((path) => path.endsWith("packages/client/src/createClient.ts"))).toBe(true)
  expect(inEntry.filter((path) => /\/(?:effect|@noble)\//u.test(`/${path}`))).toEqual([])
  // The one other chunk is loaded on demand. @hpke/common imports "crypto" on platforms without a global one: Node 18 and older.
  expect(imports.map(({ external, kind, path }) => [kind, external === true ? path : "chunk"])).toEqual([
    ["dynamic-import", "chunk"],
    ["dynamic-import", "crypto"]
  ])
  expect(text).not.toMatch(/node:|\bBuffer\b/u)
  expect(gzipSync(contents).length).toBeLessThanOrEqual(27_000)
})

it("has nothing for React Native in a bundle for a browser (GU3)", async () => {
  const { modules } = await bundled("browser")
  expect(modules.filter((path) => /reactNative|@noble\/ciphers/u.test(path))).toEqual([])
})

it.each([
  ["a browser", "browser", [], "portable"],
  ["Cloudflare Workers", "browser", ["workerd", "worker"], "portable"],
  ["Workers with Node compatibility", "node", ["workerd"], "portable"],
  ["another edge runtime", "neutral", ["edge-light", "worker"], "portable"],
  ["a server on Node", "node", [], "native"]
] as const)("uses the primitives of the platform in a bundle for %s", async (_, platform, more, folder) => {
  const { modules } = await bundled(platform, more)
  const included = modules.filter((path) => path.includes("/wire/src/primitives/"))
  expect(included.map((path) => path.split("/primitives/")[1]).toSorted()).toEqual([
    `${folder}/digests.ts`,
    `${folder}/symbols.ts`
  ])
})

describe("the chunk with the curve library", () => {
  /** The exports of the bundle for browsers, from a folder that has only some of its files. */
  const loadedFrom = async (files: Awaited<ReturnType<typeof bundled>>["files"]) => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-client-"))
    for (const { contents, path } of files) await writeFile(join(folder, basename(path)), contents)
    const exports: typeof client = await import(pathToFileURL(join(folder, "index.mjs")).href)
    return { ...exports, remove: () => rm(folder, { recursive: true, force: true }) }
  }

  it("is not loaded where WebCrypto has every step", async () => {
    const { files } = await bundled("browser")
    const { generateKeyPair, remove } = await loadedFrom(files.filter(({ path }) => !isChunk(path)))
    const pair = await generateKeyPair()
    expect(await pair.sign("payload")).toMatch(/^[\w-]+$/u)
    // Without WebCrypto the missing file is noticed.
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    await expect(pair.sign("payload")).rejects.toThrow("portable")
    await expect(generateKeyPair()).rejects.toThrow("portable")
    await remove()
  })

  it("is loaded without WebCrypto, by a new key pair and by a signature", async () => {
    const { chunks, files } = await bundled("browser")
    expect(chunks.length).toBe(1)
    const { generateKeyPair, remove } = await loadedFrom(files)
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    expect(await (await generateKeyPair()).sign("payload")).toMatch(/^[\w-]+$/u)
    await remove()
  })
})
