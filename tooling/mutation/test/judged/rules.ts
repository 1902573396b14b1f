import type {} from "../../src/warm/WarmRunner.ts"

const isOn = (mutant: string): boolean => globalThis.__stryker__?.activeMutant === mutant

/** What stands in for sources that Stryker broke: each branch is a mutant, switched on by its number. */
export const isOfAge = (years: number): boolean => (isOn("1") ? years > 18 : years >= 18)

export const isOld = (years: number): boolean => (isOn("2") ? years > 90 : years >= 90)

let isMute = false

/** Once it has been mute, it stays so. */
export const greeting = (): string => {
  isMute ||= isOn("3")
  return isMute ? "" : "Hello"
}

let calls = 0

/** True but for the third time it is asked, mutant or not. */
export const isQuick = (): boolean => {
  isOn("4")
  calls += 1
  return calls !== 3
}

/** What fast-check throws where its time was over before the first draw. */
export const hurry = (): void => {
  if (isOn("5")) throw new Error("Property interrupted after 0 tests\n{ seed: 1 }")
}

let isDizzy = false

/** Unsteady with the mutant, and once after it. */
export const isSteady = (): boolean => {
  const before = isDizzy
  isDizzy = isOn("6")
  return !before && !isDizzy
}
