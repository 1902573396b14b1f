import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { entryPoints, isBarrel, workspaces } from "@countersign/checks"
import { describe, expect, it } from "vitest"
import { installed } from "./installed.ts"
import { root } from "./pages.ts"
import { installedService } from "./service.ts"
import { node, shell } from "./shell.ts"

const service = await installedService()

const CORE = "node_modules/@countersign/core"

/** The installed paths of our packages on Effect: core, which depends on it, and all that depend on core. */
const onEffect = [...installed(service)].flatMap(([place, { dependencies = {} }]) =>
  place === CORE ||
  (/^node_modules\/(?:@countersign\/|countersign$)/u.test(place) && Object.hasOwn(dependencies, "@countersign/core"))
    ? [place]
    : []
)

/** The modules of core that export Effect to the others. */
const doors = join(service, CORE, "dist/effect/")

const published = (place: string, ending: string): ReadonlyArray<string> =>
  readdirSync(join(service, place, "dist"), { recursive: true, encoding: "utf8" })
    .map((file) => join(service, place, "dist", file))
    .filter((file) => file.endsWith(ending) && !file.startsWith(doors))

const read = (file: string): string => readFileSync(file, "utf8")

const entriesOf = (place: string): ReadonlyArray<string> =>
  entryPoints(JSON.parse(read(join(service, place, "package.json"))).exports).filter(
    (entry) => !join(service, place, entry).startsWith(doors)
  )

/** The exported names of each module, as text, or the error message if it fails to load. One process loads them all. */
const exported = async (files: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const program = `
    for (const file of ${JSON.stringify(files.map((file) => pathToFileURL(file).href))}) {
      console.log(await import(file).then((module) => Object.keys(module).join(), ({ message }) => JSON.stringify(message)))
    }`
  return (await node(["--input-type=module", "--eval", program], service)).trimEnd().split("\n")
}

const folderOf = (place: string): string =>
  join(root, workspaces().find(({ manifest }) => place === `node_modules/${manifest.name}`)?.folder ?? "")

const entryPointsOnEffect = onEffect.flatMap((place) => entriesOf(place).map((entry) => ({ place, entry })))
const [namesPublished, namesBuilt] = await Promise.all([
  exported(entryPointsOnEffect.map(({ entry, place }) => join(service, place, entry))),
  exported(entryPointsOnEffect.map(({ entry, place }) => join(folderOf(place), entry)))
])

const ofPlace = (place: string, names: ReadonlyArray<string>): ReadonlyArray<string | undefined> =>
  entryPointsOnEffect.flatMap((each, at) => (each.place === place ? [names[at]] : []))

it("finds the packages that depend on Effect", () => {
  expect(onEffect.length).toBeGreaterThan(10)
})

describe.each(onEffect)("%s", (place) => {
  it("has one file per entry point, and files for shared modules", () => {
    const entries = entriesOf(place).map((entry) => join(service, place, entry))
    const files = published(place, ".js")
    expect(files).toEqual(expect.arrayContaining(entries))
    // Chunks that entry points share, or that are loaded lazily, such as the sandbox (FA14).
    expect(files.length).toBeLessThanOrEqual(2 * entries.length + 1)
  })

  it("imports no barrel file of Effect, which would load every module, and only core imports Effect itself (GH1)", () => {
    const found = published(place, ".js").flatMap((file) => [
      ...read(file).matchAll(/(?:from|import) ?\(?"((?:@countersign\/core\/)?)(effect(?:\/[^"]*)?)"/gu)
    ])
    expect(found).not.toEqual([])
    expect(found.map(([, , specifier = ""]) => specifier).filter(isBarrel)).toEqual([])
    expect(new Set(found.map(([, door]) => door))).toEqual(new Set([place === CORE ? "" : "@countersign/core/"]))
  })

  it("exports the same names as the build", () => {
    const named = ofPlace(place, namesBuilt)
    expect(named.every((names) => names !== "")).toBe(true)
    expect(ofPlace(place, namesPublished)).toEqual(named)
  })

  it("reads no file relative to the old location of a module", () => {
    for (const file of published(place, ".js")) expect(read(file)).not.toMatch(/new URL\([^)]*import\.meta\.url/u)
  })

  it("has source maps that refer to its sources", () => {
    for (const map of published(place, ".js.map")) {
      const sources: ReadonlyArray<string> = JSON.parse(read(map)).sources
      const own = sources.filter((source) => !source.startsWith("barrel:"))
      expect(own.filter((source) => !existsSync(join(dirname(map), source)))).toEqual([])
      expect(own.every((source) => /^(?:\.\.\/)+src\//u.test(source))).toBe(true)
    }
  })
})

it("GH1: core is the only package of ours that depends on Effect, or whose types name it", () => {
  const ours = [...installed(service)].filter(([place]) =>
    /^node_modules\/(?:@countersign\/|countersign$)/u.test(place)
  )
  expect(
    ours.flatMap(([place, { dependencies = {} }]) => (Object.hasOwn(dependencies, "effect") ? [place] : []))
  ).toEqual([CORE])
  const others = ours.map(([place]) => place).filter((place) => place !== CORE)
  const types = others.flatMap((place) => published(place, ".d.ts"))
  expect(types.length).toBeGreaterThan(100)
  expect(types.filter((file) => /(?:from |import\()"effect["/]/u.test(read(file)))).toEqual([])
})

it("finds the PostgreSQL migrations beside its modules", async () => {
  const program = 'import { migrationSql } from "@countersign/postgres"; console.log(await migrationSql())'
  expect(await node(["--input-type=module", "--eval", program], service)).toContain(
    'create schema if not exists "countersign"'
  )
})

it("FU5: runs the command by the name that the documents show", async () => {
  const { version } = JSON.parse(read(join(service, "node_modules/@countersign/cli/package.json")))
  expect(await shell("npx @countersign/cli --version", service)).toBe(`${version}\n`)
})

it("exports the same class from every entry point", async () => {
  const program = `
    import * as door from "countersign"
    import * as effect from "countersign/effect"
    console.log(door.ConfigurationError === effect.ConfigurationError)`
  expect(await node(["--input-type=module", "--eval", program], service)).toBe("true\n")
})
