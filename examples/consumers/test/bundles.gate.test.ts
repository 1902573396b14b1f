import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { budget } from "./budget.ts"
import { installedService } from "./service.ts"

const service = await installedService()

/** Bundles a script for browsers, without the chunks that it loads on demand. A Node.js module would fail to resolve. */
const bundle = async (contents: string, beside: ReadonlyArray<string> = []) => {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: service },
    bundle: true,
    splitting: true,
    outdir: "/",
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external: [...beside],
    metafile: true,
    write: false
  })
  const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === "<stdin>")
  const chunks = (entry?.imports ?? []).filter(({ external, kind }) => external !== true && kind !== "dynamic-import")
  const modules = Object.entries(entry?.inputs ?? {}).flatMap(([path, { bytesInOutput }]) =>
    bytesInOutput > 0 ? [path] : []
  )
  const output = outputFiles.find(({ path }) => path === "/stdin.js")
  return { chunks, kilobytes: gzipSync(output?.contents ?? "").length / 1000, modules }
}

describe("in a browser", () => {
  it.each([
    ["`@countersign/client`, whole", 'export * from "@countersign/client"'],
    ["`createClient`", 'export { createClient } from "@countersign/client"'],
    ["`generateKeyPair`", 'export { generateKeyPair } from "@countersign/client"'],
    ["`verifyWebhook`", 'export { verifyWebhook } from "@countersign/client/webhooks"'],
    ["`@countersign/client/openid`", 'export * from "@countersign/client/openid"'],
    ["`@countersign/react` beside the client", 'export * from "@countersign/react"', "react", "@countersign/client"],
    ["`@countersign/react/de`", 'export * from "@countersign/react/de"'],
    ["`@countersign/react/es`", 'export * from "@countersign/react/es"'],
    ["`@countersign/react/fr`", 'export * from "@countersign/react/fr"'],
    [
      "`@countersign/react` and `/account` beside the client",
      'export * from "@countersign/react"; export * from "@countersign/react/account"',
      "react",
      "@countersign/client"
    ],
    [
      "`@countersign/react` and `/openid` beside the client",
      'export * from "@countersign/react"; export * from "@countersign/react/openid"',
      "react",
      "@countersign/client"
    ],
    ["`@countersign/react/account/de`", 'export * from "@countersign/react/account/de"'],
    ["`@countersign/react/account/es`", 'export * from "@countersign/react/account/es"'],
    ["`@countersign/react/account/fr`", 'export * from "@countersign/react/account/fr"'],
    ["`@countersign/account-types`, whole", 'export * from "@countersign/account-types"'],
    ["`countries`", 'export { countries } from "@countersign/account-types"']
  ])(
    "%s is within its size budget, and contains neither Effect nor an elliptic curve library",
    async (thing, contents, ...beside) => {
      const { chunks, kilobytes, modules } = await bundle(contents, beside)
      expect(chunks).toEqual([])
      expect(modules.length).toBeGreaterThan(0)
      expect(modules.filter((path) => /node_modules\/(?:effect|@noble\/curves)\//u.test(path))).toEqual([])
      expect(kilobytes).toBeLessThanOrEqual(budget(thing))
      // A budget far above the actual size would not detect growth.
      expect(kilobytes).toBeGreaterThan(0.7 * budget(thing))
    }
  )
})

describe("a bundler removes unused exports", () => {
  it.each([
    ["`generateKeyPair`", 'export { generateKeyPair } from "@countersign/client"', /hpke|emailOtp|webauthn/u],
    [
      "`verifyWebhook`",
      'export { verifyWebhook } from "@countersign/client/webhooks"',
      /hpke|points|webauthn|operations/u
    ],
    ["`countries`", 'export { countries } from "@countersign/account-types"', /kinds|ibantools|base/u]
  ])("with %s alone", async (_, contents, others) => {
    const [whole, one] = [contents.replace(/\{.*\}/u, "*").replace("/webhooks", ""), contents]
    expect((await bundle(whole)).modules.filter((path) => others.test(path))).not.toEqual([])
    expect((await bundle(one)).modules.filter((path) => others.test(path))).toEqual([])
  })
})
