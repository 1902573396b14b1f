import { chaptersOf } from "./conversation/chapters.ts"
import type { Host, Mount } from "./conversation/Host.ts"
import { dial, inTime, spelled } from "./conversation/line.ts"
import type { Chapter, Mounted, Scene, Story } from "./conversation/Story.ts"

export interface HostConversationOptions {
  readonly name: string
  /** Starts your framework on loopback, with a handler mounted as asked. Called once a story, or oftener. */
  readonly listen: (mount: Mount) => Promise<Host>
  /** The framework's own functions: vitest's, or those of node:test. */
  readonly describe: (name: string, body: () => void) => void
  readonly it: (name: string, body: () => Promise<void>) => void
  /** Where the handler is to be mounted; "/", "/wallet" and "/a/b" unless given. */
  readonly prefixes?: ReadonlyArray<string>
  /** The parsers your framework can put in front, by names `listen` is given back; none unless given. */
  readonly parsers?: ReadonlyArray<string>
  /** How many milliseconds an answer may take; 5000 unless given. */
  readonly patience?: number
  /** Told one line at the end: which promises the host kept. */
  readonly report?: (line: string) => void
}

/** Every promise of a framework adapter as a story told over the network. An adapter is done when all of them hold. */
export const hostConversation = (options: HostConversationOptions): void => {
  const { describe, it, name, parsers = [], prefixes = ["/", "/wallet", "/a/b"], report = () => undefined } = options
  const chapters = chaptersOf(prefixes, parsers)
  const kept = new Map<Chapter, number>(chapters.map((chapter) => [chapter, 0]))

  describe(`${name} keeps the promises of a host`, () => {
    for (const chapter of chapters) {
      describe(chapter.name, () => {
        for (const story of chapter.stories) {
          it(story.name, async () => {
            await tell(options, story)
            kept.set(chapter, (kept.get(chapter) ?? 0) + 1)
          })
        }
      })
    }
    it("reports what the host can do", async () => {
      const parts = chapters.map((chapter) => `${chapter.name} ${kept.get(chapter)}/${chapter.stories.length}`)
      report(`${name}, prefixes ${prefixes.join(" ")}, parsers ${parsers.join(" ") || "none"}: ${parts.join(", ")}`)
    })
  })
}

const tell = async ({ listen, patience = 5000 }: HostConversationOptions, story: Story): Promise<void> => {
  const opened: Array<() => unknown> = []
  const mount: Scene["mount"] = async (handler, how = {}) => {
    const mounted: Mount = { handler, prefix: "/", parser: "none", isProxied: false, ...how }
    const { close, origin } = await inTime(patience, "The host did not listen", listen(mounted))
    opened.push(() => inTime(patience, "The host did not close", close()))
    return speaking(origin, mounted.prefix, patience, opened)
  }
  const [told] = await Promise.allSettled([story.tell({ patience, mount })])
  const [left] = await Promise.allSettled([letGo(opened)])
  // What the story says comes first: a host that fails may well not close either.
  for (const outcome of [told, left]) if (outcome.status === "rejected") throw broken(story, outcome.reason)
}

/** The last first: a host may wait for its lines. */
const letGo = async (opened: ReadonlyArray<() => unknown>): Promise<void> => {
  for (const close of opened.toReversed()) await close()
}

/** The ways to call a host that listens. Every line that is opened is hung up when the story is over. */
const speaking = (origin: string, prefix: string, patience: number, opened: Array<() => unknown>): Mounted => {
  const open = async () => {
    const line = await dial(origin, patience)
    opened.push(line.hangUp)
    return line
  }
  return {
    prefix,
    dial: open,
    spelled: (question) => spelled(question, prefix),
    ask: async (question) => {
      const line = await open()
      line.say(spelled(question, prefix))
      const answer = await line.hear(question.method)
      line.hangUp()
      return answer
    }
  }
}

/** A story says itself which promise is broken; where the host fails in another way, the story's name does. */
const broken = (story: Story, error: unknown): Error =>
  new Error(`${story.name}: ${error instanceof Error && error.message !== "" ? error.message : String(error)}`, {
    cause: error
  })
