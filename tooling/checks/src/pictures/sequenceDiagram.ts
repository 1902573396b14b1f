import type { Message } from "./recorded.ts"
import { box, label, line, svg, widthOf } from "./svg.ts"

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
  /** How many messages the notes were written for; an exchange of another length is not theirs, and is not drawn. */
  readonly length: number
  readonly notes: ReadonlyArray<Note>
}

/** Draws an exchange from top to bottom. */
export const sequenceDiagram = ({ lanes, length, messages, notes, title }: Sequence): string => {
  if (messages.length !== length) throw new Error(`${title} has ${messages.length} messages now: see to its notes`)
  const across = (lane: string): number => LANE / 2 + lanes.indexOf(lane) * LANE + MARGIN
  const rows: Array<string> = []
  const told: Array<string> = []
  let y = HEAD
  for (const [at, message] of messages.entries()) {
    for (const note of notes.filter(({ before }) => before === at)) {
      rows.push(...drawnNote(note, across(note.lane), y))
      told.push(`${note.lane}: ${note.lines.join(" ")}.`)
      y += note.lines.length * LINE + 22
    }
    rows.push(...drawnMessage(message, across(message.from), across(message.to), y))
    told.push(`${message.from} to ${message.to}: ${message.lines.join(", ")}.`)
    y += message.lines.length * LINE + 22
  }
  const lifelines = lanes.flatMap((lane) => [
    line(
      [
        { x: across(lane), y: 40 },
        { x: across(lane), y: y + 4 }
      ],
      "lane",
      false
    ),
    box({ x: across(lane) - 70, y: 10 }, 140, 30, "box"),
    label({ x: across(lane), y: 30 }, lane, "name")
  ])
  return svg({
    width: lanes.length * LANE + 2 * MARGIN,
    height: y + 16,
    title,
    description: told.join(" "),
    parts: [...lifelines, ...rows]
  })
}

const LANE = 262
const LINE = 15
const MARGIN = 24
const HEAD = 56

const drawnMessage = ({ isReply, lines }: Message, from: number, to: number, y: number): ReadonlyArray<string> => {
  const foot = y + lines.length * LINE + 6
  const middle = (from + to) / 2
  const width = Math.max(...lines.map((text) => widthOf(text, 12)))
  return [
    box({ x: middle - width / 2 - 2, y }, width + 4, lines.length * LINE + 2, "veil"),
    ...lines.map((text, row) => label({ x: middle, y: y + row * LINE + 12 }, text, row === 0 ? "code name" : "code")),
    line(
      [
        { x: from, y: foot },
        { x: to, y: foot }
      ],
      isReply ? "reply" : "line"
    )
  ]
}

const drawnNote = ({ lines }: Note, x: number, y: number): ReadonlyArray<string> => {
  const width = Math.max(...lines.map((text) => widthOf(text, 12))) * 0.92 + 20
  return [
    box({ x: x - width / 2, y }, width, lines.length * LINE + 10, "note", 3),
    ...lines.map((text, row) => label({ x, y: y + row * LINE + 17 }, text, "small"))
  ]
}
