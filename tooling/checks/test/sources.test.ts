import { expect, it } from "vitest"
import { withReferences } from "../src/docs/generators.ts"

it("a tsconfig refers to each folder by relative path, and is otherwise unchanged", () => {
  const text = '{\n  "include": ["x"],\n  "references": []\n}\n'
  expect(withReferences(text, "tooling/checks/tsconfig.json", ["packages/core", "tooling/checks"])).toBe(
    '{\n  "include": ["x"],\n  "references": [\n    {\n      "path": "../../packages/core"\n    },\n    {\n      "path": "."\n    }\n  ]\n}\n'
  )
  expect(() => withReferences("{}", "tsconfig.json", [])).toThrow("tsconfig.json has no references")
})
