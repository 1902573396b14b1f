import type { TestFile } from "../threats/testTitles.ts"
/** A requirement of a standard, with the tests that cover it or the reason why it is not met. */
export interface Requirement {
  /** The number of the requirement in its standard. */
  readonly number: string
  readonly rule: string
  readonly does: string
  /** Rows of docs/maintain/threats.md whose tests cover it, or words of a test title. */
  readonly shownBy: ReadonlyArray<string>
  /** The reason why no test covers it, or why it is not met. */
  readonly reason?: string
}

export interface Standard {
  readonly title: string
  readonly requirements: ReadonlyArray<Requirement>
}

/** A step of a WebAuthn ceremony. */
export interface Step extends Requirement {
  /** The file that implements it, relative to the root. Absent when the page implements it or it does not apply. */
  readonly where?: string
}

export interface Ceremony {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}

interface Evidence {
  readonly standards: ReadonlyArray<Standard>
  readonly ceremonies: ReadonlyArray<Ceremony>
  readonly files: ReadonlyArray<TestFile>
  /** Returns whether a file exists at a path relative to the root. */
  readonly exists: (path: string) => boolean
}

/** Returns requirements without a test or a reason, and steps whose file does not exist. */
export const standardProblems = ({ ceremonies, exists, files, standards }: Evidence): ReadonlyArray<string> => {
  const steps = ceremonies.flatMap((ceremony) => ceremony.steps.map((step) => ({ title: ceremony.title, step })))
  const all: ReadonlyArray<readonly [string, Requirement]> = [
    ...standards.flatMap(({ requirements, title }) => requirements.map((each) => [title, each] as const)),
    ...steps.map(({ step, title }) => [title, step] as const)
  ]
  return [
    ...all
      .filter(([, { reason = "", shownBy }]) => shownBy.length === 0 && reason.length <= 40)
      .map(
        ([title, { number }]) => `${PLACE}  standard  ${title}, ${number}: no test covers it, and no reason is given`
      ),
    ...all.flatMap(([title, { number, shownBy }]) =>
      shownBy
        .filter((words) => filesThatShow(files, words).length === 0)
        .map((words) => `${PLACE}  standard  ${title}, ${number}: no test has ${JSON.stringify(words)} in its title`)
    ),
    ...steps
      .filter(({ step }) => step.where !== undefined && !exists(step.where))
      .map(({ step, title }) => `${PLACE}  standard  ${title}, ${step.number}: ${step.where} does not exist`)
  ]
}

const PLACE = "tooling/checks/src/standards"

/** Returns the test files with a title that contains these words: a row or invariant name, or part of the title. */
export const filesThatShow = (files: ReadonlyArray<TestFile>, words: string): ReadonlyArray<string> => {
  const isIn = isName(words) ? (title: string) => named(words).test(title) : (title: string) => title.includes(words)
  return files.filter(({ titles }) => titles.some(isIn)).map(({ file }) => file)
}

/** Returns whether the words are the name of a row or an invariant. */
export const isName = (words: string): boolean => /^[A-Z]\d{1,2}$/u.test(words)

const named = (name: string): RegExp => new RegExp(`\\b${name}\\b`, "u")
