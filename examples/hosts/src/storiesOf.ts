import { hostConversation } from "@countersign/testkit"
import type { Exemption, Host } from "./Host.ts"

/** A test of a host's conformance suite. */
export interface HostStory {
  readonly chapter: string
  readonly name: string
  readonly run: () => Promise<void>
  /** Why the host is exempt, if it is, and how it fails. */
  readonly exempt?: Exemption
}

export const prefixes: ReadonlyArray<string> = ["/", "/wallet", "/a/b"]

/** All tests of a host's conformance suite, which the test run executes and docs/generated/hosts.md counts. */
export const storiesOf = (host: Host): ReadonlyArray<HostStory> => {
  const { exempt = {}, name } = host
  // A host that is exempt never sends what the test waits for.
  const impatient = new Map(registered(host, 1000).map((story) => [story.name, story.run]))
  const stories = registered(host).map((story): HostStory => {
    const exemption = Object.hasOwn(exempt, story.name) ? exempt[story.name] : undefined
    return exemption === undefined
      ? story
      : { ...story, exempt: exemption, run: impatient.get(story.name) ?? story.run }
  })
  const unknown = Object.keys(exempt).filter((title) => stories.every((story) => story.name !== title))
  if (unknown.length > 0) throw new Error(`${name} is exempt from tests that do not exist: ${unknown.join("; ")}`)
  return stories
}

const registered = ({ listen, name, parsers }: Host, patience = 60_000): ReadonlyArray<HostStory> => {
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
      if (chapter !== undefined) stories.push({ chapter, name: story, run })
    },
    patience
  })
  return stories
}
