import type { Host } from "./Host.ts"
import { prefixes, storiesOf } from "./storiesOf.ts"

/** The test results of a host, as docs/generated/hosts.md prints them. */
export interface Column {
  readonly name: string
  readonly mounting: string
  readonly prefixes: ReadonlyArray<string>
  readonly parsers: ReadonlyArray<string>
  readonly proxySetting?: string
  readonly chapters: ReadonlyArray<{ readonly name: string; readonly stories: number; readonly exempt: number }>
  readonly exempt: ReadonlyArray<{ readonly story: string; readonly reason: string }>
}

export const columnOf = (host: Host): Column => {
  const { mounting, name, parsers, proxySetting } = host
  const stories = storiesOf(host)
  const chapters = [...new Set(stories.map(({ chapter }) => chapter))].map((chapter) => {
    const ours = stories.filter((story) => story.chapter === chapter)
    return { name: chapter, stories: ours.length, exempt: ours.filter((story) => story.exempt !== undefined).length }
  })
  const exempt = stories.flatMap(({ exempt, name }) =>
    exempt === undefined ? [] : [{ story: name, reason: exempt.reason }]
  )
  return {
    name,
    mounting,
    prefixes,
    parsers,
    chapters,
    exempt,
    ...(proxySetting === undefined ? {} : { proxySetting })
  }
}
