import type { Host, Mount } from "../conversation/Host.ts"
import { answerBreaks } from "./answers.ts"
import { listening } from "./bareHost.ts"
import { bodyBreaks } from "./bodies.ts"
import { headerBreaks } from "./headers.ts"
import { lifeBreaks } from "./lives.ts"
import { methodBreaks } from "./methods.ts"
import { targetBreaks } from "./targets.ts"

export interface HostMutant {
  readonly name: string
  /** The promise of a host that it breaks, in the words in which a story says so. */
  readonly breaks: string
  readonly listen: (mount: Mount) => Promise<Host>
}

/** Hosts that are broken in one way each, over one that is not: a conversation is as good as those it tells apart. */
export const hostMutants: ReadonlyArray<HostMutant> = [
  ...targetBreaks,
  ...methodBreaks,
  ...headerBreaks,
  ...bodyBreaks,
  ...answerBreaks,
  ...lifeBreaks
].map(({ breaks, name, over }) => ({ name, breaks, listen: (mount) => listening(over(mount)) }))
