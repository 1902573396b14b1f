import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { entryPoints, isBarrel } from "@countersign/tools"
import { describe, expect, inject, it } from "vitest"
import { installed } from "./installed.ts"

const service = inject("service")

/** Where our packages that stand on Effect were installed. */
const onEffect = [...installed(service)].flatMap(([place, { dependencies = {} }]) =>
  /^node_modules\/(?:@countersign\/|countersign$)/u.test(place) && Object.hasOwn(dependencies, "effect") ? [place] : []
)

const published = (place: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(service, place, "dist"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => join(service, place, "dist", file))

const read = (file: string): string => readFileSync(file, "utf8")

it("finds the packages that stand on Effect", () => {
  expect(onEffect.length).toBeGreaterThan(10)
})

describe.each(onEffect)("%s", (place) => {
  it("has its modules in a file an entry point, and what they share beside those", () => {
    const { exports } = JSON.parse(read(join(service, place, "package.json")))
    const entries = entryPoints(exports).map((entry) => join(service, place, entry))
    const files = published(place, ".js")
    expect(files).toEqual(expect.arrayContaining(entries))
    expect(files.length).toBeLessThan(2 * entries.length)
  })

  it("imports no barrel of Effect, which would load every module there is", () => {
    const specifiers = published(place, ".js").flatMap((file) =>
      [...read(file).matchAll(/(?:from|import) ?\(?"(effect(?:\/[^"]*)?)"/gu)].flatMap(
        ([, specifier = ""]) => specifier
      )
    )
    expect(specifiers).not.toEqual([])
    expect(specifiers.filter(isBarrel)).toEqual([])
  })

  it("leads a debugger back to the sources it was built from", () => {
    for (const map of published(place, ".js.map")) {
      const sources: ReadonlyArray<string> = JSON.parse(read(map)).sources
      const own = sources.filter((source) => !source.startsWith("barrel:"))
      expect(own.filter((source) => !existsSync(join(dirname(map), source)))).toEqual([])
      expect(own.every((source) => /^(?:\.\.\/)+src\//u.test(source))).toBe(true)
    }
  })
})
