import { hostConversation } from "@countersign/testkit"
import type { Host } from "./Host.ts"

/** A test of a host's conformance suite. */
export interface HostStory {
  readonly chapter: string
  readonly name: string
  readonly run: () => Promise<void>
  /** Why the host is exempt, if it is. */
  readonly exempt?: string
}

export const prefixes: ReadonlyArray<string> = ["/", "/wallet", "/a/b"]

/** All tests of a host's conformance suite, which the test run executes and docs/generated/hosts.md counts. */
export const storiesOf = ({ exempt = {}, listen, name, parsers }: Host): ReadonlyArray<HostStory> => {
  const stories: Array<HostStory> = []
  const trail: Array<string> = []
  hostConversation({
    name,
    listen,
    prefixes,
    parsers,
    describe: (title, body) => {
      trail.push(title)
      body()
      trail.pop()
    },
    it: (story, run) => {
      const [, chapter] = trail
      // The only test outside the chapters is the report.
      if (chapter === undefined) return
      const reason = Object.hasOwn(exempt, story) ? exempt[story] : undefined
      stories.push({ chapter, name: story, run, ...(reason === undefined ? {} : { exempt: reason }) })
    }
  })
  const unknown = Object.keys(exempt).filter((title) => stories.every((story) => story.name !== title))
  if (unknown.length > 0) throw new Error(`${name} is exempt from tests that do not exist: ${unknown.join("; ")}`)
  return stories
}
