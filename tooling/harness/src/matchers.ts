import { expect } from "vitest"

/**
 * The setup of every test file. `toMatchObject` compares a regular expression by its enumerable properties, of which it has
 * none, so that it accepts every value. A test that means `expect.stringMatching` fails instead.
 */
const added = "countersign.matchers"

// Files that share a process share its matchers.
if (!Reflect.has(globalThis, added)) {
  Reflect.set(globalThis, added, true)
  expect.addEqualityTesters([
    (found, expected) =>
      expected instanceof RegExp ? found instanceof RegExp && String(found) === String(expected) : undefined
  ])
}
