import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildPage } from "./buildPage.ts"

let page: Awaited<ReturnType<typeof buildPage>>
beforeAll(async () => {
  page = await buildPage()
})
afterAll(() => page?.remove())

describe("the page", () => {
  it("is made of its own modules and the account types, without Effect, the core or Node", () => {
    const modules = page.chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => `/${id}`)
    expect(modules.some((id) => id.endsWith("packages/account-types/src/check.ts"))).toBe(true)
    expect(modules.some((id) => id.endsWith("web-wallet/src/page/page.ts"))).toBe(true)
    expect(modules.filter((id) => /node_modules\/(@?effect|react|vue|svelte)/u.test(id))).toEqual([])
    expect(modules.filter((id) => /packages\/(core|http|countersign|client|wire)\//u.test(id))).toEqual([])
    expect(modules.filter((id) => id.includes("node:") || id.includes("browser-external"))).toEqual([])
  })

  it("carries no trace of Effect in its text either", () => {
    // What names every Effect and every service of it.
    for (const { code } of page.chunks) expect(code).not.toMatch(/~effect\/|effect\/Effect|effect\/Context/u)
  })

  it("weighs at most 45 kB of script, gzipped", () => {
    const weights = page.chunks.map(({ code }) => gzipSync(code).length)
    expect(weights.reduce((sum, each) => sum + each, 0)).toBeLessThan(45_000)
  })

  it("holds no script and no style in its HTML, and names its files relative to itself", async () => {
    const html = await readFile(join(page.folder, "index.html"), "utf8")
    expect(html).not.toMatch(/<style|style=|\son[a-z]+=|<script(?![^>]*\ssrc=)/u)
    const named = [...html.matchAll(/(?:src|href)="([^"]*)"/gu)].map(([, address]) => address)
    expect(named.filter((address) => address !== "data:,").every((address) => address?.startsWith("./"))).toBe(true)
    expect(named.length).toBe(3)
  })
})
