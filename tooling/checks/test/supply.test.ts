import { describe, expect, it } from "vitest"
import { published } from "../src/packaging/pack.ts"
import { faulty, isGood, minimums, scripts, unproven } from "../src/supply/judge.ts"
import { copiesIn, type Lock, type Place, parseLock } from "../src/supply/Lock.ts"
import { sbom } from "../src/supply/sbom.ts"
import { text } from "../src/workspace/disk.ts"

const lock = parseLock(text("package-lock.json"))
const integrity = `sha512-${"A".repeat(86)}==`
const locked = (packages: Readonly<Record<string, Place>>): Lock => ({ packages })

describe("a version", () => {
  it.each([
    ["1.7.5", ["1.7.5"], true],
    ["1.7.4", ["1.7.5"], false],
    ["1.10.0", ["1.7.5"], true],
    ["2.0.0", ["1.7.5"], true],
    ["0.9.9", ["1.7.5"], false],
    ["1.7.5-rc.1", ["1.7.5"], false],
    ["1.7.6-rc.1", ["1.7.5"], true],
    ["0.1.12", ["0.1.13", "8.0.0"], false],
    ["0.1.13", ["0.1.13", "8.0.0"], true],
    ["0.2.5", ["0.1.13", "8.0.0"], false],
    ["6.3.0", ["0.1.13", "8.0.0"], false],
    ["8.4.2", ["0.1.13", "8.0.0"], true],
    ["1.0.0", [], false],
    ["", ["1.7.5"], false],
    ["latest", ["1.7.5"], false]
  ])("%s is good where %o are the first good ones: %s", (version, least, expected) => {
    expect(isGood(version, least)).toBe(expected)
  })
})

describe("the lock file of this repository", () => {
  it("has no vulnerable version, a hash for every copy, and only allowed install scripts", () => {
    expect([faulty(lock), unproven(lock)]).toEqual([[], []])
    expect(copiesIn(lock).length).toBeGreaterThan(400)
  })

  it("contains each package of the table, with all its copies", () => {
    const names = copiesIn(lock).map(({ name }) => name)
    const absent = minimums.map(({ name }) => name).filter((name) => !names.includes(name))
    expect(absent).toEqual(["elliptic", "ssrfcheck", "dssrf"])
    expect(names.filter((name) => name === "koa")).toHaveLength(2)
  })

  it.each(minimums.filter(({ least }) => least.length > 0))(
    "would be refused with an older $name",
    ({ name, because }) => {
      const old = locked({ ...lock.packages, [`examples/hosts/node_modules/${name}`]: { version: "0.0.1", integrity } })
      expect(faulty(old)).toEqual([expect.stringContaining(`${name} 0.0.1`)])
      expect(faulty(old)[0]).toContain(because)
    }
  )
})

describe("the check", () => {
  it("finds an old copy under another name, and one nested in another package", () => {
    const packages = {
      "node_modules/koa2": { name: "koa", version: "2.15.3", integrity },
      "node_modules/a/node_modules/@hpke/core": { version: "1.7.4", integrity }
    }
    expect(faulty(locked(packages)).map((line) => line.split(":")[0])).toEqual([
      "package-lock.json  node_modules/koa2 is koa 2.15.3",
      "package-lock.json  node_modules/a/node_modules/@hpke/core is @hpke/core 1.7.4"
    ])
  })

  it("allows only one workspace to depend on the mailer", () => {
    const dependencies = { nodemailer: "10.6.0" }
    const packages = { "packages/core": { dependencies }, "adapters/smtp": { dependencies } }
    expect(faulty(locked(packages))).toEqual(["packages/core depends on nodemailer, which is for adapters/smtp alone"])
  })

  it.each([undefined, "sha1-AAAA", "sha512-AAAA"])("rejects a copy whose integrity is %s", (given) => {
    const place = given === undefined ? { version: "1.0.0" } : { version: "1.0.0", integrity: given }
    expect(unproven(locked({ "node_modules/a": place }))).toEqual([
      expect.stringContaining("a 1.0.0: it has no SHA-512")
    ])
    expect(unproven(locked({ "node_modules/b": { link: true, resolved: "packages/b" } }))).toEqual([])
  })

  it("rejects an install script that is not allowed, and an allowance without a script", () => {
    const packages = { "node_modules/a": { version: "1.0.0", integrity, hasInstallScript: true } }
    expect(scripts(locked(packages), { a: false })).toEqual([])
    expect(scripts(locked(packages), { b: true })).toEqual([
      expect.stringContaining("node_modules/a is a 1.0.0: it runs a script at its install"),
      "allowScripts has b, which runs none: take it out"
    ])
  })
})

describe("the bill of materials", () => {
  const packages = {
    "packages/countersign": {
      version: "0.1.0",
      license: "MIT",
      dependencies: { a: "1.0.0", w: "0.1.0" }
    },
    "packages/w": { name: "@x/w", version: "0.1.0", dependencies: { b: "2.0.0" }, devDependencies: { c: "1.0.0" } },
    "node_modules/w": { link: true, resolved: "packages/w" },
    "node_modules/a": { version: "1.0.0", integrity, license: "MIT", dependencies: { b: "^1.0.0" } },
    "node_modules/a/node_modules/b": { version: "1.1.0", integrity },
    "node_modules/b": { version: "2.0.0", integrity },
    "node_modules/c": { version: "1.0.0", integrity }
  }

  it("lists published packages and their dependencies as Node resolves them, without test dependencies", () => {
    const { components, dependencies } = Object(sbom(locked(packages), ["packages/countersign"]))
    expect(components.map(({ purl }: { readonly purl: string }) => purl).sort()).toEqual([
      "pkg:npm/%40x/w@0.1.0",
      "pkg:npm/a@1.0.0",
      "pkg:npm/b@1.1.0",
      "pkg:npm/b@2.0.0",
      "pkg:npm/countersign@0.1.0"
    ])
    expect(dependencies).toContainEqual({ ref: "pkg:npm/a@1.0.0", dependsOn: ["pkg:npm/b@1.1.0"] })
    expect(dependencies).toContainEqual({ ref: "pkg:npm/%40x/w@0.1.0", dependsOn: ["pkg:npm/b@2.0.0"] })
    expect(components.find(({ name }: { readonly name: string }) => name === "a")).toMatchObject({
      hashes: [{ alg: "SHA-512", content: "0".repeat(128) }],
      licenses: [{ expression: "MIT" }]
    })
  })

  it("throws when the lock file lacks a dependency", () => {
    const { "node_modules/b": _, ...less } = packages
    expect(() => sbom(locked(less), ["packages/countersign"])).toThrow("has no b for packages/w")
  })

  it("of this repository lists every published package and direct dependency, deterministically", () => {
    const made = sbom(lock, published())
    const { components } = Object(made)
    const names: ReadonlyArray<string> = components.map(({ name }: { readonly name: string }) => name)
    const first = published().flatMap((folder) => Object.keys(lock.packages[folder]?.dependencies ?? {}))
    expect(first.filter((name) => !names.includes(name))).toEqual([])
    expect(names).toEqual(
      expect.arrayContaining([
        "countersign",
        "@countersign/core",
        "effect",
        "jose",
        "nodemailer",
        "@levischuck/tiny-cbor"
      ])
    )
    expect(names).not.toContain("vitest")
    expect(JSON.stringify(sbom(lock, [...published()].reverse()))).toHaveLength(JSON.stringify(made).length)
    expect(JSON.stringify(sbom(lock, published()))).toBe(JSON.stringify(made))
  })
})
