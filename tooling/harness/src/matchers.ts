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

// An earlier file's fake timer would never fire. Vitest restores every spy again after its file.
if ([setTimeout, setInterval, setImmediate].some((timer) => Reflect.has(timer, "clock")))
  throw new Error("An earlier test file of this process has left a fake timer. Do not spy on a timer that is faked.")
