import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { afterEach, describe, expect, it, vi } from "vitest"
import { createCountersign } from "../src/index.ts"

const bundle = (conditions: ReadonlyArray<string>, external: ReadonlyArray<string>) =>
  build({
    stdin: {
      contents: 'import { createCountersign } from "countersign"; createCountersign()',
      resolveDir: fileURLToPath(new URL("..", import.meta.url))
    },
    bundle: true,
    format: "esm",
    platform: "browser",
    conditions: [...conditions],
    external: [...external],
    metafile: true,
    write: false,
    logLevel: "silent"
  })

describe("GH2: the package in a bundle", () => {
  it.each([
    ["wrangler", ["workerd", "worker", "browser"]],
    ["Vite for the target webworker", ["module", "browser"]],
    ["Jest for jsdom", ["browser", "require"]]
  ])("is the service by the conditions of %s, though one of them is `browser`", async (_, conditions) => {
    const { metafile } = await bundle(conditions, ["node:*"])
    expect(Object.keys(metafile.inputs)).toContainEqual(expect.stringMatching(/createCountersign\.js$/u))
  })

  it("does not build for a page, which has no modules of Node", async () => {
    await expect(bundle([], [])).rejects.toThrow('Could not resolve "node:crypto"')
  })
})

describe("a page whose bundler replaces the modules of Node", () => {
  afterEach(() => vi.unstubAllGlobals())

  it("gets an error that names the client package", () => {
    vi.stubGlobal("document", {})
    vi.stubGlobal("process", { env: {} })
    expect(() => createCountersign()).toThrow(
      "countersign uses the platform's secrets and runs on its server only. In a browser use createClient of @countersign/client."
    )
  })

  it("is neither a Worker nor a test in jsdom", async () => {
    vi.stubGlobal("document", {})
    await createCountersign({ logs: "none" }).close()
    vi.unstubAllGlobals()
    // Not while anything is awaited: the test runner needs it.
    vi.stubGlobal("process", undefined)
    const countersign = createCountersign({ logs: "none" })
    vi.unstubAllGlobals()
    await countersign.close()
  })
})
