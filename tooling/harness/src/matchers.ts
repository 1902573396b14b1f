import { expect } from "vitest"

/**
 * The setup of every test file. `toMatchObject` compares a regular expression by its enumerable properties, of which it has
 * none, so that it accepts every value. A test that means `expect.stringMatching` fails instead.
 */
const added = "countersign.matchers"
const timers = [setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, Date]

// Files that share a process share its matchers and timers.
if (!Reflect.has(globalThis, added)) {
  Reflect.set(globalThis, added, timers)
  expect.addEqualityTesters([
    (found, expected) =>
      expected instanceof RegExp ? found instanceof RegExp && String(found) === String(expected) : undefined
  ])
}

// With a fake timer that an earlier file left, this one would wait for ever. Vitest restores each spy again after a file.
if (timers.some((timer, nth) => timer !== Reflect.get(globalThis, added)[nth]))
  throw new Error("An earlier test file of this process has left a fake timer. Do not spy on a timer that is faked.")
