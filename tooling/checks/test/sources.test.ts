import { expect, it } from "vitest"
import { endpointIndex } from "../src/docs/endpointIndex.ts"
import { withReferences } from "../src/docs/generators.ts"

const declared = (name: string, method: string, path: string) =>
  `export const ${name} = endpoint(\n  HttpApiEndpoint.${method}("${name}", "${path}", {}),\n)\n`
const api = 'group("things", resources.things),\n    group("people", resources.people)'

it("the index of endpoints has groups in the order of the contract, and endpoints by path and method", () => {
  const index = endpointIndex(
    new Map([
      ["Api.ts", api],
      ["endpoint.ts", "export const endpoint = () => {}"],
      ["people/person.ts", declared("readPerson", "get", "/people/:id")],
      [
        "things/thing.ts",
        declared("removeThing", "delete", "/things/:id") + declared("readThing", "get", "/things/:id")
      ],
      ["things/things.ts", declared("listThings", "get", "/things") + declared("createThing", "post", "/things")]
    ])
  )
  expect(index).toContain(`import type { AnyEndpoint } from "./endpoint.ts"
import { readPerson } from "./people/person.ts"
import { readThing, removeThing } from "./things/thing.ts"
import { createThing, listThings } from "./things/things.ts"
`)
  expect(index).toContain(`export const resources = {
  things: {
    createThing,
    listThings,
    readThing,
    removeThing
  },
  people: {
    readPerson
  }
} as const`)
})

it("an endpoint in a folder that is not a group of the contract is rejected by name", () => {
  const files = new Map([
    ["Api.ts", api],
    ["birds/bird.ts", declared("readBird", "get", "/birds")]
  ])
  expect(() => endpointIndex(files)).toThrow("the group birds of birds/bird.ts is not in Api.ts")
})

it("a tsconfig refers to each folder by relative path, and is otherwise unchanged", () => {
  const text = '{\n  "include": ["x"],\n  "references": []\n}\n'
  expect(withReferences(text, "tooling/checks/tsconfig.json", ["packages/core", "tooling/checks"])).toBe(
    '{\n  "include": ["x"],\n  "references": [\n    {\n      "path": "../../packages/core"\n    },\n    {\n      "path": "."\n    }\n  ]\n}\n'
  )
  expect(() => withReferences("{}", "tsconfig.json", [])).toThrow("tsconfig.json has no references")
})
