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
  it("contains its own modules, React, the client and the account types, without Effect, the core or the backend", () => {
    const modules = page.chunks.flatMap(({ moduleIds }) => moduleIds).map((id) => `/${id}`)
    for (const own of ["packages/account-types/src/check.ts", "packages/client/src/createClient.ts"]) {
      expect(modules.some((id) => id.endsWith(own))).toBe(true)
    }
    expect(modules.some((id) => id.endsWith("web-wallet/src/page/main.tsx"))).toBe(true)
    expect(modules.filter((id) => /node_modules\/(@?effect|vue|svelte|jose|express)/u.test(id))).toEqual([])
    expect(modules.filter((id) => /packages\/(core|http|countersign|sandbox)\/|src\/backend\//u.test(id))).toEqual([])
    expect(modules.filter((id) => id.includes("node:"))).toEqual([])
  })

  it("of the operator contains no React", () => {
    const operator = page.chunks.filter(
      ({ fileName, name }) => name === "operator" || operatorImports().includes(fileName)
    )
    expect(operator.flatMap(({ moduleIds }) => moduleIds).filter((id) => /node_modules\/react/u.test(id))).toEqual([])
    expect(operator.length).toBeGreaterThan(1)
  })
  const operatorImports = () => page.chunks.find(({ name }) => name === "operator")?.imports ?? []

  it("contains no code of Effect in its text either", () => {
    // The type id that every Effect and every service contains.
    for (const { code } of page.chunks) expect(code).not.toMatch(/~effect\/|effect\/Effect|effect\/Context/u)
  })

  // Of the wallet page, React is 70 kB, most of it react-dom. The client, wire and the account types are 60 kB.
  it.each([
    ["index", 150_000],
    ["operator", 12_000]
  ])("of %s is at most %i bytes of gzipped script, including the parts of the client that it uses", (name, most) => {
    const entry = page.chunks.find((chunk) => chunk.isEntry && chunk.name === name)
    const files = new Set(entry === undefined ? [] : [entry.fileName])
    // A set visits what is added during the loop, so these are the imports of imports too.
    for (const file of files)
      for (const imported of page.chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(imported)
    const loaded = page.chunks.filter(({ fileName }) => files.has(fileName))
    const weight = loaded.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
    expect([loaded.length, weight < most ? "small enough" : weight]).toEqual([files.size, "small enough"])
  })

  it.each(["de", "es", "fr"])(
    "loads the words of %s only for their readers, and those of one language (GU6 GU15)",
    (tag) => {
      for (const folder of ["languages", "account", "words"]) {
        const holds = (id: string) => id.includes(`/${folder}/${tag}.`)
        const [own, ...others] = page.chunks.filter(({ moduleIds }) => moduleIds.some(holds))
        expect([folder, own === undefined, others]).toEqual([folder, false, []])
        expect(page.chunks.filter(({ imports }) => imports.includes(own?.fileName ?? ""))).toEqual([])
        const languages = own?.moduleIds.flatMap(
          (id) => /\/(?:languages|account|words)\/([a-z]{2})\./u.exec(id)?.[1] ?? []
        )
        expect([...new Set(languages)]).toEqual([tag])
      }
    }
  )

  it.each([
    ["index.html", 10],
    ["operator.html", 4],
    ["signed-in.html", 2]
  ])("has no inline script or style in %s, and refers to its files by relative paths", async (file, files) => {
    const html = await readFile(join(page.folder, file), "utf8")
    expect(html).not.toMatch(/<style|style=|\son[a-z]+=|<script(?![^>]*\ssrc=)/u)
    const named = [...html.matchAll(/(?:src|href)="([^"#]+)"/gu)].map(([, address]) => address)
    expect(named.filter((address) => !address?.startsWith("./"))).toEqual(
      ["data:,"].filter((each) => named.includes(each))
    )
    expect(named.length).toBe(files)
  })
})
