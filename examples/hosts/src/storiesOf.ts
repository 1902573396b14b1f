import { hostConversation } from "@countersign/testkit"
import type { Host } from "./Host.ts"

/** A story of a host's conversation. */
export interface Told {
  readonly chapter: string
  readonly name: string
  readonly tell: () => Promise<void>
  /** Why the host does not keep it, where it does not. */
  readonly exempt?: string
}

export const prefixes: ReadonlyArray<string> = ["/", "/wallet", "/a/b"]

/** All stories of a host's conversation: what the tests tell, and what docs/generated/hosts.md counts. */
export const storiesOf = ({ exempt = {}, listen, name, parsers }: Host): ReadonlyArray<Told> => {
  const stories: Array<Told> = []
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
    it: (story, tell) => {
      const [, chapter] = trail
      // Outside the chapters stands the report of what was told.
      if (chapter === undefined) return
      const reason = Object.hasOwn(exempt, story) ? exempt[story] : undefined
      stories.push({ chapter, name: story, tell, ...(reason === undefined ? {} : { exempt: reason }) })
    }
  })
  const unknown = Object.keys(exempt).filter((title) => stories.every((story) => story.name !== title))
  if (unknown.length > 0) throw new Error(`${name} is exempt from what nobody tells: ${unknown.join("; ")}`)
  return stories
}
