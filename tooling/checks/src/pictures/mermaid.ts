import type { Message } from "./recorded.ts"

/** A note on a party's internal step, placed before the message with that number. */
type Note = readonly [before: number, lane: string, ...lines: ReadonlyArray<string>]

/** An exchange between parties. Each party is a participant of the sequence diagram. */
export interface Sequence {
  readonly title: string
  readonly lanes: ReadonlyArray<string>
  readonly messages: ReadonlyArray<Message>
  /** The number of messages that the notes were written for. Printing throws when the exchange has another length. */
  readonly length: number
  readonly notes: ReadonlyArray<Note>
}

/** Prints an exchange as a Mermaid sequence diagram. */
export const sequenceDiagram = ({ lanes, length, messages, notes, title }: Sequence): string => {
  if (messages.length !== length) throw new Error(`${title} has ${messages.length} messages now: update its notes`)
  return [
    "sequenceDiagram",
    `  accTitle: ${escaped(title)}`,
    ...lanes.map((lane) => `  participant ${party(lane)} as ${escaped(lane)}`),
    ...messages.flatMap(({ from, isReply, lines, to }, at) => [
      ...notes
        .filter(([before]) => before === at)
        .map(([, lane, ...note]) => `  note over ${party(lane)}: ${textOf(note)}`),
      `  ${party(from)}${isReply ? "-->>" : "->>"}${party(to)}: ${textOf(lines)}`
    ])
  ].join("\n")
}

/** Returns a fenced `mermaid` block, which repository hosts and editors render. */
export const fenced = (diagram: string): string => `\`\`\`mermaid\n${diagram}\n\`\`\``

const textOf = (lines: ReadonlyArray<string>): string => lines.map(escaped).join("<br/>")

/** Returns the participant id of a party: the first word of its name. */
const party = (lane: string): string => lane.split(" ")[0] ?? lane

/** Escapes text for Mermaid, where a semicolon ends a statement, a hash starts an entity, and tags are not text. */
const escaped = (text: string): string => text.replaceAll(/[#;<>]/gu, (character) => ENTITIES[character] ?? character)

const ENTITIES: Readonly<Record<string, string>> = { "#": "#35;", ";": "#59;", "<": "#lt;", ">": "#gt;" }
