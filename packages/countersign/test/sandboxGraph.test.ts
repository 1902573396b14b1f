import { existsSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, it } from "vitest"

const root = new URL("../../../", import.meta.url).pathname
const MAGIC = /sandbox-valid-signature|sandbox-valid-passkey-signature|"000000"/u

/** Imports that load a module together with their own. The compiler removes an `import type`. */
const STATIC = /(?:from|import)\s*"([^"]+)"/gu
const ALL = /(?:from|import)\s*\(?\s*"([^"]+)"/gu
const ERASED = /^import type [^"]*"[^"]*"/gmu

/** Every source file reachable by imports from a first one, across the workspaces of this repository. */
const reached = (start: string, imports = ALL): ReadonlySet<string> => {
  const seen = new Set<string>()
  const waiting = [start]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    for (const [, specifier] of readFileSync(file, "utf8").replaceAll(ERASED, "").matchAll(imports)) {
      const target = resolved(file, specifier!)
      if (target !== undefined) waiting.push(target)
    }
  }
  return seen
}

const resolved = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return join(dirname(from), specifier)
  const name = /^@countersign\/([a-z-]+)(\/[a-z]+)?$/u.exec(specifier)
  if (name === null) return undefined
  const [, room, door = ""] = name
  const folder = ["packages", "packages/kits", "adapters"]
    .map((each) => join(root, each, room!))
    .find((each) => existsSync(each))
  if (folder === undefined) return undefined
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return join(folder, exports[`.${door}`].source)
}

describe("B1: the sandbox", () => {
  const production = reached(join(root, "packages/countersign/src/createCountersign.ts"), STATIC)
  const names = [...production].map((file) => relative(root, file))

  it("cannot be reached from production wiring by any chain of imports", () => {
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => name.startsWith("packages/sandbox/"))).toEqual([])
  })

  it("contains all of its magic values", () => {
    expect([...production].filter((file) => MAGIC.test(readFileSync(file, "utf8")))).toEqual([])
    const http = reached(join(root, "packages/http/src/index.ts"))
    const isOfSandbox = (file: string) => relative(root, file).startsWith("packages/sandbox/")
    expect([...http].filter((file) => isOfSandbox(file) || MAGIC.test(readFileSync(file, "utf8")))).toEqual([])
  })

  it("has no switch in production code: neither its header nor a fault name appears there (FA2, FT1)", () => {
    const switches = /sandbox-fault|"store-conflict"|"webhook-late"|StoreFault|EventFault|TimeAhead/iu
    const http = reached(join(root, "packages/http/src/index.ts"))
    const workers = reached(join(root, "packages/countersign/src/workers.ts"), STATIC)
    const all = [...new Set([...production, ...http, ...workers])]
    // The catalogue of refusals is closed, so it contains the refusal that names the header.
    const own = all.filter((file) => !file.endsWith("packages/http/src/errors/sandbox.ts"))
    expect(own.filter((file) => switches.test(readFileSync(file, "utf8")))).toEqual([])
    const sandbox = reached(join(root, "packages/sandbox/src/index.ts"))
    expect([...sandbox].some((file) => switches.test(readFileSync(file, "utf8")))).toBe(true)
  })

  it("is imported by the facade dynamically, once, and nowhere else (FA14)", () => {
    const facade = [...reached(join(root, "packages/countersign/src/createCountersign.ts"))]
    const imports = facade.flatMap((file) => {
      const text = readFileSync(file, "utf8").replaceAll(ERASED, "")
      return (text.match(/(?:from |import\(?)"@countersign\/sandbox"/gu) ?? []).map((each) => [
        relative(root, file),
        each
      ])
    })
    expect(imports).toEqual([["packages/countersign/src/portTable.ts", 'import("@countersign/sandbox"']])
  })

  it("would be found by this test if it were reachable", () => {
    const facade = reached(join(root, "packages/countersign/src/createCountersign.ts"))
    expect([...facade].some((file) => file.includes("packages/sandbox/src"))).toBe(true)
  })
})
