/** The tests of one subject. */
export interface ChapterOf<Story> {
  readonly name: string
  readonly stories: ReadonlyArray<Story>
}

export interface SuiteOptions {
  readonly name: string
  /** The functions of your test framework: vitest's, or those of node:test. */
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /** Called once at the end with one line: how many tests of each chapter passed, and what was drawn at random. */
  readonly report?: (line: string) => void
}

/** Registers each story as a test, and a last test that reports how many passed in each chapter. */
export const registerSuite = <Story extends { readonly name: string }>(
  { describe, it, name, report = () => undefined }: SuiteOptions,
  subject: { readonly contract: string; readonly reports: string; readonly line: (passed: string) => string },
  chapters: ReadonlyArray<ChapterOf<Story>>,
  run: (story: Story) => Promise<void>
): void => {
  const passed = new Map(chapters.map((chapter) => [chapter, 0]))
  describe(`${name} conforms to the ${subject.contract}`, () => {
    for (const chapter of chapters) {
      describe(chapter.name, () => {
        for (const story of chapter.stories) {
          it(story.name, async () => {
            await run(story).catch((error: unknown) => {
              // A failed assertion names the requirement; for any other error, the name of the test does.
              throw new Error(`${story.name}: ${messageOf(error)}`, { cause: error })
            })
            passed.set(chapter, (passed.get(chapter) ?? 0) + 1)
          })
        }
      })
    }
    it(`reports the results of the ${subject.reports}`, async () => {
      const parts = chapters.map((chapter) => `${chapter.name} ${passed.get(chapter)}/${chapter.stories.length}`)
      report(`${name}, ${subject.line(parts.join(", "))}`)
    })
  })
}

/** A scene for one test. `fault` makes its subject fail; it is absent for one that a test cannot make fail. */
interface Scene {
  readonly fault?: unknown
  readonly close?: () => Promise<void>
}

/** Runs a story on a scene of its own. */
export const onScene =
  <S extends Scene>({ canFail, make }: { readonly canFail: boolean; readonly make: () => Promise<S> }) =>
  async ({ run }: { readonly run: (scene: S) => Promise<void> }): Promise<void> => {
    const scene = await make()
    try {
      if (canFail && scene.fault === undefined)
        throw new Error("make returned no fault. Return one, or set canFail to false")
      await run(scene)
    } finally {
      await scene.close?.()
    }
  }

/** An error of a store may have no message, only a name. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== "" ? error.message : String(error)
