import type { TestFile } from "../threats/testTitles.ts"
/** Something that a standard asks for, and what shows that it is done, or why it is not. */
export interface Requirement {
  /** The number of what is asked, in its standard. */
  readonly number: string
  readonly rule: string
  readonly does: string
  /** Rows of docs/maintain/threats.md whose tests show it, or the words of a test's title. */
  readonly shownBy: ReadonlyArray<string>
  /** Why no test shows it, or why it is not done. */
  readonly reason?: string
}

export interface Standard {
  readonly title: string
  readonly requirements: ReadonlyArray<Requirement>
}

/** A step of a ceremony of WebAuthn. */
export interface Step extends Requirement {
  /** The file that does it, from the root. None where the page does it, or nobody has to. */
  readonly where?: string
}

export interface Ceremony {
  readonly title: string
  readonly steps: ReadonlyArray<Step>
}

interface Held {
  readonly standards: ReadonlyArray<Standard>
  readonly ceremonies: ReadonlyArray<Ceremony>
  readonly files: ReadonlyArray<TestFile>
  /** Whether there is a file at a path from the root. */
  readonly exists: (path: string) => boolean
}

/** Requirements that nothing shows and nothing explains, and steps of files that are gone. */
export const standardProblems = ({ ceremonies, exists, files, standards }: Held): ReadonlyArray<string> => {
  const steps = ceremonies.flatMap((ceremony) => ceremony.steps.map((step) => ({ title: ceremony.title, step })))
  const all: ReadonlyArray<readonly [string, Requirement]> = [
    ...standards.flatMap(({ requirements, title }) => requirements.map((each) => [title, each] as const)),
    ...steps.map(({ step, title }) => [title, step] as const)
  ]
  return [
    ...all
      .filter(([, { reason = "", shownBy }]) => shownBy.length === 0 && reason.length <= 40)
      .map(
        ([title, { number }]) => `${PLACE}  standard  ${title}, ${number}: no test shows it, and no reason is given`
      ),
    ...all.flatMap(([title, { number, shownBy }]) =>
      shownBy
        .filter((words) => filesThatShow(files, words).length === 0)
        .map((words) => `${PLACE}  standard  ${title}, ${number}: no test has ${JSON.stringify(words)} in its title`)
    ),
    ...steps
      .filter(({ step }) => step.where !== undefined && !exists(step.where))
      .map(({ step, title }) => `${PLACE}  standard  ${title}, ${step.number}: ${step.where} is not there`)
  ]
}

const PLACE = "tooling/checks/src/standards"

/** The files with a test whose title has these words: the name of a row or an invariant, or a piece of its sentence. */
export const filesThatShow = (files: ReadonlyArray<TestFile>, words: string): ReadonlyArray<string> => {
  const isIn = isName(words) ? (title: string) => named(words).test(title) : (title: string) => title.includes(words)
  return files.filter(({ titles }) => titles.some(isIn)).map(({ file }) => file)
}

/** Whether it names a row or an invariant. */
export const isName = (words: string): boolean => /^[A-Z]\d{1,2}$/u.test(words)

const named = (name: string): RegExp => new RegExp(`\\b${name}\\b`, "u")
