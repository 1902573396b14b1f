import { posix } from "node:path"
import { parseSync } from "oxc-parser"
import { expect, it } from "vitest"
import { isThere, text } from "../src/workspace/disk.ts"

const OURS: Readonly<Record<string, string>> = { "@countersign/core": "packages/core/src/index.ts" }

/** The names that a module exports, types included, with those of the modules of this repository that it exports whole. */
const namesOf = (file: string): ReadonlySet<string> => {
  const names = new Set<string>()
  for (const { entries } of parseSync(file, text(file)).module.staticExports) {
    for (const { exportName, moduleRequest } of entries) {
      if (exportName.name !== null) names.add(exportName.name)
      else if (moduleRequest !== null) {
        const inner = OURS[moduleRequest.value] ?? posix.join(posix.dirname(file), moduleRequest.value)
        if (!isThere(inner))
          throw new Error(`${file} exports the whole of ${moduleRequest.value}, which is not counted`)
        for (const name of namesOf(inner)) names.add(name)
      }
    }
  }
  return names
}

// Ceilings: what a host or the author of an adapter needs. A name that only our own packages need goes to `./internal`.
it.each([
  ["packages/core/src/index.ts", 144],
  ["packages/countersign/src/effect.ts", 179]
])("%s exports at most %i names", (file, most) => {
  const names = namesOf(file)
  process.stdout.write(`${file}: ${names.size} names\n`)
  expect(names.size).toBeGreaterThan(100)
  expect(names.size).toBeLessThanOrEqual(most)
})

it("each operation is exported only by the public entry point @countersign/core/operations", () => {
  const operations = namesOf("packages/core/src/things/index.ts")
  const others = new Set([...namesOf("packages/core/src/index.ts"), ...namesOf("packages/countersign/src/effect.ts")])
  expect(operations.size).toBeGreaterThan(50)
  expect([...operations].filter((name) => others.has(name))).toEqual([])
})
