import { expect, it } from "vitest"
import { withReferences } from "../src/docs/generators.ts"
import { policyTypes } from "../src/docs/policy.ts"

it("a tsconfig refers to each folder by relative path, and is otherwise unchanged", () => {
  const text = '{\n  "include": ["x"],\n  "references": []\n}\n'
  expect(withReferences(text, "tooling/checks/tsconfig.json", ["packages/core", "tooling/checks"])).toBe(
    '{\n  "include": ["x"],\n  "references": [\n    {\n      "path": "../../packages/core"\n    },\n    {\n      "path": "."\n    }\n  ]\n}\n'
  )
  expect(() => withReferences("{}", "tsconfig.json", [])).toThrow('no block "references": [')
})

it("the type of the policy has each field of the table with its docstring, and refuses one without docstring or type", () => {
  const table = (fields: string) => ({
    path: "Policy.ts",
    text: `export const policyFields = {\n${fields}\n} satisfies object\nconst EMAIL_CHANGES = ["now", "later"] as const\nconst FIRST_LEGS = ["all", "none"] as const\n`
  })
  const printed = policyTypes(
    table('  /** How long. */\n  life: { _tag: "Whole" },\n  /** When. */\n  change: { _tag: "EmailChange" }')
  )
  expect(printed).toMatch(/^\/\/ Printed from .*npm run docs/u)
  expect(printed.split("PolicyValues {\n")[1]).toBe(
    '  /** How long. */\n  readonly life: number\n  /** When. */\n  readonly change: "now" | "later"\n}\n'
  )
  expect(() => policyTypes(table('  life: { _tag: "Whole" }'))).toThrow("the option life of Policy.ts has no docstring")
  expect(() => policyTypes(table('  /** Colour. */\n  hue: { _tag: "Hue" }'))).toThrow("policy field hue has no type")
})
