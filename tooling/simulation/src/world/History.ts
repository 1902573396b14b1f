import { createHash } from "node:crypto"
import type { Change } from "countersign/effect"

/** A record as the database has it after a commit. */
export interface Stored {
  readonly collection: string
  readonly environment: string
  readonly id: string
  readonly body: Readonly<Record<string, unknown>>
  readonly at: number
}

/** The invariants that a successful attack violates. */
export const ATTACKED = ["I2", "I3", "I9", "I10", "I14", "I15", "I17", "I18", "I21", "I24", "I26"] as const
export type Attacked = (typeof ATTACKED)[number]

/** An event of a run, for invariants and for stories. Times are simulated milliseconds. */
export type Happening =
  | { readonly kind: "commit"; readonly at: number; readonly node: string; readonly changes: ReadonlyArray<Changed> }
  | { readonly kind: "call"; readonly at: number; readonly call: Served }
  | { readonly kind: "mail"; readonly at: number; readonly to: string; readonly mode: string; readonly text: string }
  | {
      readonly kind: "webhook"
      readonly at: number
      readonly eventId: string
      readonly status: number
      /** The path of the endpoint. */
      readonly path: string
    }
  | { readonly kind: "order"; readonly at: number; readonly id: string; readonly amount: number; readonly to: string }
  | { readonly kind: "fault"; readonly at: number; readonly what: string }
  | {
      readonly kind: "attack"
      readonly at: number
      readonly invariant: Attacked
      readonly what: string
      readonly isSuccessful: boolean
    }
  | { readonly kind: "note"; readonly at: number; readonly who: string; readonly what: string }

/** One change of a commit, with the record before it. */
export interface Changed {
  readonly op: Change["op"]
  readonly collection: string
  readonly environment: string
  readonly id: string
  readonly before: Stored | undefined
  readonly after: Stored | undefined
}

/** A call as a node has answered it, whether or not its caller received the answer. */
export interface Served {
  readonly by: string
  readonly node: string
  /** The environment of its token. */
  readonly environment: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
  readonly answer: string
  /** When it reached the node. */
  readonly since: number
  readonly isHeard: boolean
  /** Its body is not the one that was sent. */
  readonly isAltered: boolean
}

/** The history of a run. Its digest contains nothing that a key draws, so equal runs have equal digests. */
export const makeHistory = () => {
  const digest = createHash("sha256")
  const lines: Array<string> = []
  const listeners: Array<(happening: Happening) => void> = []
  return {
    lines,
    listen: (listener: (happening: Happening) => void) => void listeners.push(listener),
    add: (happening: Happening): void => {
      const line = `${new Date(happening.at).toISOString()} ${textOf(happening)}`
      digest.update(line)
      lines.push(line)
      if (lines.length > MOST_LINES) lines.splice(0, MOST_LINES / 2)
      for (const listener of listeners) listener(happening)
    },
    digest: () => digest.copy().digest("hex")
  }
}

export type History = ReturnType<typeof makeHistory>

/** Enough to read what led to a violation. */
const MOST_LINES = 20_000

const textOf = (happening: Happening): string => {
  switch (happening.kind) {
    case "commit":
      return `${happening.node} writes ${happening.changes.map(({ collection, id, op }) => `${op} ${collection} ${id}`).join(", ")}`
    case "call": {
      const { by, isHeard, method, node, path, status } = happening.call
      return `${node} answers ${status} to ${method} ${path} of ${by}${isHeard ? "" : ", which does not receive it"}`
    }
    case "mail":
      return `a mail to ${happening.to}`
    case "webhook":
      return `${happening.eventId} is posted and answered ${happening.status}`
    case "order":
      return `the bank takes ${happening.id} for ${happening.amount}`
    case "fault":
      return happening.what
    case "attack":
      return `a thief tries: ${happening.what}${happening.isSuccessful ? ", and succeeds" : ""}`
    case "note":
      return `${happening.who}: ${happening.what}`
  }
}
