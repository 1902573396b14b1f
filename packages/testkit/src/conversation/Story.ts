import type { Handler, Mount } from "./Host.ts"
import type { Answer, Line, Question } from "./line.ts"

/** A handler behind the author's framework, and ways to call it. Paths are relative to the prefix. */
export interface Mounted {
  readonly prefix: string
  /** One request on a connection of its own. */
  readonly ask: (question: Question) => Promise<Answer>
  /** A connection to say several things on, or half of one. */
  readonly dial: () => Promise<Line>
  /** A question as the bytes that ask it. */
  readonly spelled: (question: Question) => Buffer
}

/** What a story may do with the host it is told about. All it opens is closed when it is over. */
export interface Scene {
  readonly mount: (handler: Handler, how?: Partial<Mount>) => Promise<Mounted>
  /** How many milliseconds an answer may take. */
  readonly patience: number
}

/** One promise of a host. */
export interface Story {
  readonly name: string
  readonly tell: (scene: Scene) => Promise<void>
}

export interface Chapter {
  readonly name: string
  readonly stories: ReadonlyArray<Story>
}

export const story = (name: string, tell: Story["tell"]): Story => ({ name, tell })
