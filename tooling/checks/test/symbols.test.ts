import { describe, expect, it } from "vitest"
import { type Declaring, fileOf, namesIn } from "../src/symbols/symbols.ts"

const tree: ReadonlyArray<Declaring> = [
  { file: "packages/core/src/things/customers/update.ts", names: new Set(["updateCustomer", "decide"]) },
  { file: "packages/core/src/things/tokens/create.ts", names: new Set(["createToken", "decide"]) },
  { file: "adapters/postgres/src/committing.ts", names: new Set(["commit", "decide"]) },
  { file: "adapters/memory/src/commit.ts", names: new Set(["commit"]) },
  { file: "docs/reference/protocol.md", names: new Set() },
  { file: "package.json", names: new Set() },
  { file: "packages/core/package.json", names: new Set() }
]

describe("namesIn", () => {
  it("reads the declarations at the top level, exported or not, and no others", () => {
    const source = `import { a } from "./a.ts"
export const b = () => {
  const c = 1
}
class D {}
export async function e() {}
const enum F {}
export type G = string
interface H {}
export { i } from "./i.ts"`
    expect([...namesIn(source)]).toEqual(["b", "D", "e", "F", "G", "H"])
  })
})

describe("fileOf", () => {
  it.each([
    ["updateCustomer", "packages/core/src/things/customers/update.ts"],
    ["postgres/commit", "adapters/postgres/src/committing.ts"],
    ["customers/decide", "packages/core/src/things/customers/update.ts"],
    ["createToken/decide", "packages/core/src/things/tokens/create.ts"],
    ["core/createToken/decide", "packages/core/src/things/tokens/create.ts"],
    ["protocol.md", "docs/reference/protocol.md"],
    ["core/package.json", "packages/core/package.json"]
  ])("finds %s by its name and a folder or a neighbour in front", (symbol, file) => {
    expect(fileOf(symbol, tree)).toEqual({ file })
  })

  it.each([
    ["gone", "no file declares gone"],
    ["core/gone", "no file declares gone"],
    ["memory/decide", "decide is not declared below memory, but in packages/core/src/things/customers/update.ts, "],
    [
      "core/decide",
      "core/decide is ambiguous: put a package, a folder or a neighbour in front to choose one of packages/core"
    ],
    ["package.json", "package.json is ambiguous"]
  ])("says what is wrong with %s", (symbol, problem) => {
    expect(fileOf(symbol, tree)).toEqual({ problem: expect.stringContaining(problem) })
  })
})
