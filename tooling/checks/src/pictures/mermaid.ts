import type { Message } from "./recorded.ts"

/** What a party does by itself, before the message of that number. */
export interface Note {
  readonly before: number
  readonly lane: string
  readonly lines: ReadonlyArray<string>
}

/** An exchange between parties, each with a lane of its own. */
export interface Sequence {
  readonly title: string
  readonly lanes: ReadonlyArray<string>
  readonly messages: ReadonlyArray<Message>
  /** How many messages the notes were written for. An exchange of another length needs other notes, and throws. */
  readonly length: number
  readonly notes: ReadonlyArray<Note>
}

/** Prints an exchange as a Mermaid sequence diagram. */
export const sequenceDiagram = ({ lanes, length, messages, notes, title }: Sequence): string => {
  if (messages.length !== length) throw new Error(`${title} has ${messages.length} messages now: see to its notes`)
  return [
    "sequenceDiagram",
    `  accTitle: ${escaped(title)}`,
    ...lanes.map((lane) => `  participant ${party(lane)} as ${escaped(lane)}`),
    ...messages.flatMap(({ from, isReply, lines, to }, at) => [
      ...notes
        .filter(({ before }) => before === at)
        .map((note) => `  note over ${party(note.lane)}: ${textOf(note.lines)}`),
      `  ${party(from)}${isReply ? "-->>" : "->>"}${party(to)}: ${textOf(lines)}`
    ])
  ].join("\n")
}

/** A fenced block of a markdown page, which hosts of repositories and editors draw. */
export const fenced = (diagram: string): string => `\`\`\`mermaid\n${diagram}\n\`\`\``

const textOf = (lines: ReadonlyArray<string>): string => lines.map(escaped).join("<br/>")

/** The name of a lane in the statements of a diagram: its first word. */
const party = (lane: string): string => lane.split(" ")[0] ?? lane

/** Mermaid ends a statement at a semicolon and begins an entity at a hash; a tag is not text. */
const escaped = (text: string): string => text.replaceAll(/[#;<>]/gu, (character) => ENTITIES[character] ?? character)

const ENTITIES: Readonly<Record<string, string>> = { "#": "#35;", ";": "#59;", "<": "#lt;", ">": "#gt;" }
