import { expect, it } from "vitest"
import { judgeKeys } from "../../../src/things/keys/rules/KnownKeys.ts"

it.each([
  ["the first node learns its active key, and only that", undefined, ["a", "b"], { learns: ["a"] }],
  ["a node without keys learns none", undefined, [], {}],
  ["a node with the active key learns nothing", ["a", "b"], ["b"], {}],
  ["a node that is still to be rotated learns nothing", ["a", "b"], ["a", "b"], {}],
  ["a node with a new key beside the active one adds it, last", ["a"], ["b", "a"], { learns: ["a", "b"] }],
  ["a node with a former key only lacks the active one", ["a", "b"], ["a"], { lacks: "b" }],
  ["a node with a new key only lacks the active one", ["a", "b"], ["c"], { lacks: "b" }],
  ["a node without keys lacks the active one", ["a"], [], { lacks: "a" }]
])("I7 GO1: %s", (_, stored, own, judgement) => {
  expect(judgeKeys(stored, own)).toStrictEqual(judgement)
})
