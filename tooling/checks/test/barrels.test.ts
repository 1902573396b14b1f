import { build } from "esbuild"
import { describe, expect, it } from "vitest"
import { barrels, entryPoints, isBarrel, originsOf, throughOwner } from "../src/packaging/pack.ts"

describe.each(["effect", "effect/http", "effect/http-api", "effect/testing"])("the barrel %s", (specifier) => {
  it("returns for each export the module that defines it and its name in that module", async () => {
    const barrel: Readonly<Record<string, unknown>> = await import(specifier)
    const origins = originsOf(specifier)
    expect(origins.map(({ name }) => name).sort()).toEqual(Object.keys(barrel).sort())
    for (const { imported, module, name } of origins) {
      expect(isBarrel(module)).toBe(false)
      const made: Readonly<Record<string, unknown>> = await import(module)
      expect(imported === "*" ? made : made[imported], name).toBe(barrel[name])
    }
  })
})

const bundled = async (contents: string): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents },
    bundle: true,
    write: false,
    format: "esm",
    packages: "external",
    plugins: [barrels]
  })
  return outputFiles.map(({ text }) => text).join("")
}

describe("a module that imports from a barrel of Effect", () => {
  it("imports only the names it uses, from the modules that define them", async () => {
    const text = await bundled(`
      import { Effect, Option, pipe, Schema as S } from "effect"
      import { HttpApi } from "effect/http-api"
      console.log(Effect.succeed(1), pipe(1, S.is(S.String)), HttpApi)
    `)
    expect([...text.matchAll(/^import (.*);$/gmu)].map(([, clause]) => clause).sort()).toEqual([
      '* as Effect from "effect/Effect"',
      '* as HttpApi from "effect/http-api/HttpApi"',
      '* as Schema from "effect/Schema"',
      '{ pipe } from "effect/Function"'
    ])
  })

  it("GH1: imports through core the modules that it imports from a barrel of core", async () => {
    const text = await bundled(`
      import { Effect, pipe } from "@countersign/core/effect"
      import { HttpApi } from "@countersign/core/effect/http-api"
      console.log(Effect.succeed(1), pipe, HttpApi)
    `)
    expect([...text.matchAll(/^import (.*);$/gmu)].map(([, clause]) => clause).sort()).toEqual([
      '* as Effect from "@countersign/core/effect/Effect"',
      '* as HttpApi from "@countersign/core/effect/http-api/HttpApi"',
      '{ pipe } from "@countersign/core/effect/Function"'
    ])
  })

  it("may import an Effect module by its own name", async () => {
    expect(await bundled('import { decode } from "effect/encoding/Hex"; console.log(decode)')).toContain(
      'from "effect/encoding/Hex"'
    )
  })
})

describe("GH1: the declarations of a package without a dependency on Effect", () => {
  it("name the types of Effect through core", () => {
    const declared = (first: string, second: string) =>
      `export declare const id: ${first}.Struct<{ a: ${second}.HttpApi<"a"> }>\n`
    expect(throughOwner(declared('import("effect/Schema")', 'import("effect/http-api/HttpApi")'))).toBe(
      declared('import("@countersign/core/effect").Schema', 'import("@countersign/core/effect/http-api").HttpApi')
    )
  })

  it.each(['import { Effect } from "effect"', 'export type A = import("effect").Effect<void>'])(
    "may not contain %s",
    (declaration) => expect(() => throughOwner(declaration)).toThrow(declaration)
  )
})

describe("the entry points of a package", () => {
  it("are the built modules of its exports, without duplicates", () => {
    const index = { source: "./src/index.ts", types: "./dist/index.d.ts", default: "./dist/index.js" }
    const exports = {
      ".": { ...index, browser: "./dist/browser.js" },
      "./again": index,
      "./json/*.json": "./json/*.json",
      "./modules/*": "./dist/modules/*.js",
      "./package.json": "./package.json"
    }
    expect(entryPoints(exports)).toEqual(["./dist/index.js", "./dist/browser.js"])
  })
})
