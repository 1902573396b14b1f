import type {} from "../../src/warm/WarmRunner.ts"

const isOn = (mutant: string): boolean => globalThis.__stryker__?.activeMutant === mutant

/** Simulates sources that Stryker mutated: each branch is a mutant, activated by its number. */
export const isOfAge = (years: number): boolean => (isOn("1") ? years > 18 : years >= 18)

export const isOld = (years: number): boolean => (isOn("2") ? years > 90 : years >= 90)

let isMute = false

/** Leaves state behind: once mutated, the result stays empty. */
export const greeting = (): string => {
  isMute ||= isOn("3")
  return isMute ? "" : "Hello"
}

let calls = 0

/** Returns `true` except on the third call, with or without a mutant. */
export const isQuick = (): boolean => {
  isOn("4")
  calls += 1
  return calls !== 3
}

/** Throws as fast-check does when its time limit expires before the first sample. */
export const hurry = (): void => {
  if (isOn("5")) throw new Error("Property interrupted after 0 tests\n{ seed: 1 }")
}

let isDizzy = false

/** Unstable with the mutant, and on one call after it. */
export const isSteady = (): boolean => {
  const before = isDizzy
  isDizzy = isOn("6")
  return !before && !isDizzy
}

type Coverage = NonNullable<NonNullable<typeof globalThis.__stryker__>["mutantCoverage"]>
let found: Coverage | undefined

/** Finds where mutants are counted when it is first called, and never looks again, as the sources of Stryker do. */
export const isMet = (): boolean => {
  const instrument = globalThis.__stryker__ ?? {}
  instrument.mutantCoverage ??= { static: {}, perTest: {} }
  found ??= instrument.mutantCoverage
  if (instrument.currentTestId) found.perTest[instrument.currentTestId] = { 7: 1 }
  else found.static[7] = 1
  return true
}
