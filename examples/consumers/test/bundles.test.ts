import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { budget } from "./budget.ts"
import { installedService } from "./service.ts"

const service = await installedService()

/** Bundles a script for browsers. A Node.js module in it would fail to resolve. */
const bundle = async (contents: string, beside: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: service },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: [...beside],
    metafile: true,
    write: false
  })
  const [output] = outputFiles
  const modules = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : []))
  )
  return { kilobytes: gzipSync(output?.contents ?? "").length / 1000, modules, text: output?.text ?? "" }
}

describe("in a browser", () => {
  it.each([
    ["`@countersign/client`, whole", 'export * from "@countersign/client"'],
    ["`createClient`", 'export { createClient } from "@countersign/client"'],
    ["`generateKeyPair`", 'export { generateKeyPair } from "@countersign/client"'],
    ["`verifyWebhook`", 'export { verifyWebhook } from "@countersign/client"'],
    ["`@countersign/react` beside the client", 'export * from "@countersign/react"', "react", "@countersign/client"],
    ["`@countersign/account-types`, whole", 'export * from "@countersign/account-types"'],
    ["`countries`", 'export { countries } from "@countersign/account-types"']
  ])("%s is within its size budget, and contains no Effect", async (thing, contents, ...beside) => {
    const { kilobytes, modules } = await bundle(contents, beside)
    expect(modules.length).toBeGreaterThan(0)
    expect(modules.filter((path) => /node_modules\/effect\//u.test(path))).toEqual([])
    expect(kilobytes).toBeLessThanOrEqual(budget(thing))
    // A budget far above the actual size would not detect growth.
    expect(kilobytes).toBeGreaterThan(0.7 * budget(thing))
  })
})

describe("a bundler removes unused exports", () => {
  it.each([
    ["`generateKeyPair`", 'export { generateKeyPair } from "@countersign/client"', /hpke|emailOtp|webauthn/u],
    ["`verifyWebhook`", 'export { verifyWebhook } from "@countersign/client"', /hpke|curves|webauthn|operations/u],
    ["`countries`", 'export { countries } from "@countersign/account-types"', /kinds|ibantools|base/u]
  ])("with %s alone", async (_, contents, others) => {
    const [whole, one] = [contents.replace(/\{.*\}/u, "*"), contents]
    expect((await bundle(whole)).modules.filter((path) => others.test(path))).not.toEqual([])
    expect((await bundle(one)).modules.filter((path) => others.test(path))).toEqual([])
  })
})
