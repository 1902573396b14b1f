import { expect, it } from "vitest"
import { crowded, makeWalk } from "../src/decides/reached.ts"
import { filesBelow, text } from "../src/workspace/disk.ts"

/** With more than these, the users of a type spell what inference knows. */
const MOST = 5

const published = ["packages", "adapters"].flatMap((folder) =>
  filesBelow(folder, ".ts").filter((file) => /^(?:[^/]+\/){2,3}src\//u.test(file))
)
const { moduleOf } = makeWalk(text)

it("no published declaration has more than five type parameters", () => {
  expect(published.length).toBeGreaterThan(400)
  expect(published.filter((file) => crowded(moduleOf(file).program, MOST).length > 0)).toEqual([])
})

it("a declaration with six type parameters is found, wherever it is", () => {
  const source = "export interface Box<A, B> { readonly map: <C, D, E, F, G, H = A>(box: Box<C, B>) => H }"
  const { program } = makeWalk(() => source).moduleOf("a/box.ts")
  expect(crowded(program, MOST)).toEqual(["C, D, E, F, G, H"])
})

/** A type that repeats what inference knows of a step. */
const ECHO =
  /FoundOf<\s*ReturnType<typeof \w*[rR]eads|\b(?:CheckedBy|PreparedBy)<|Effect\.Success<\s*ReturnType<typeof \w*[rR]eads/u

it("no operation repeats the types of its steps", () => {
  expect(filesBelow("packages/core/src", ".ts").filter((file) => ECHO.test(text(file)))).toEqual([])
})
