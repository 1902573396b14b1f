import { describe, expect, it } from "vitest"
import { hosts } from "../src/packaging/judge.ts"
import { pairs, published, withDependencies } from "../src/packaging/pack.ts"
import { text } from "../src/workspace/disk.ts"

describe("package-lock.json", () => {
  it("may resolve to a folder of this repository", () => {
    expect(hosts('{\n"resolved": "packages/wire"\n}')).toEqual([])
  })

  it.each(["https://registry.example/a.tgz", "http://10.0.0.1/a.tgz", "git+ssh://git@host.example/a.git"])(
    "may not resolve to %s",
    (url) => expect(hosts(`{\n"resolved": "${url}"\n}`)).toHaveLength(1)
  )

  it("contains no registry host in this repository", () => {
    expect(hosts(text("package-lock.json"))).toEqual([])
  })
})

it.each(published())("GH12: %s declares its types for node10 too, which reads no exports", (folder) => {
  const { exports, types, typesVersions = { "*": {} } } = JSON.parse(text(`${folder}/package.json`))
  const declared = Object.entries(exports).flatMap(([path, target]) =>
    Object(target).types === undefined ? [] : [[path.slice("./".length), Object(target).types]]
  )
  const { "": main, ...subpaths } = Object.fromEntries(declared)
  expect(types).toBe(main)
  expect(typesVersions["*"]).toEqual(
    Object.fromEntries(Object.entries(subpaths).map(([path, target]) => [path, [String(target).slice("./".length)]]))
  )
})

it("GH2: no entry point of the service has a condition for browsers, which Workers have too", () => {
  const { exports } = JSON.parse(text("packages/countersign/package.json"))
  const conditions = Object.values(exports).flatMap((target) => Object.keys(Object(target)))
  expect(conditions).toContain("default")
  expect(conditions).not.toContain("browser")
})

describe("pairs", () => {
  it("preserves the order of its items and never runs more than two concurrently", async () => {
    let running = 0
    let most = 0
    const results = await pairs([30, 10, 20, 1], async (turns) => {
      running += 1
      most = Math.max(most, running)
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
      running -= 1
      return turns
    })
    expect(results).toEqual([30, 10, 20, 1])
    expect(most).toBe(2)
  })
})

describe("FU5: withDependencies", () => {
  const names = (...chosen: ReadonlyArray<string>) => withDependencies(chosen).map(({ manifest }) => manifest.name)

  it("chooses a package and what it depends on, directly and indirectly", () => {
    expect(names("@countersign/core").toSorted()).toEqual([
      "@countersign/account-types",
      "@countersign/core",
      "@countersign/wire"
    ])
  })

  it("chooses every published package without a name", () => {
    expect(
      withDependencies([])
        .map(({ folder }) => folder)
        .toSorted()
    ).toEqual(published().toSorted())
  })

  it("rejects the name of a package that is not published, and lists the others", () => {
    expect(() => names("@countersign/checks")).toThrow(/^Not published: @countersign\/checks\. .*, countersign,/u)
  })

  it("brings no command, vectors or testkit to a host", () => {
    const host = names("countersign", "@countersign/express", "@countersign/postgres")
    for (const name of ["cli", "vectors", "testkit", "client"]) expect(host).not.toContain(`@countersign/${name}`)
  })
})
