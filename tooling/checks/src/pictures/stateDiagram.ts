import dagre from "@dagrejs/dagre"
import { box, curve, label, type Point, svg, widthOf } from "./svg.ts"

/** What is drawn of a state machine: the very table that it runs on. */
export interface Drawn {
  readonly name: string
  readonly begins: ReadonlyArray<string>
  readonly states: ReadonlyArray<string>
  readonly edges: ReadonlyArray<{ readonly from: string; readonly on: string; readonly to: string }>
}

/** Draws a state machine: a box a state, an arrow from a state to another with the events that lead there. */
export const stateDiagram = (machine: Drawn): string => {
  const arrows = arrowsOf(machine)
  const graph = laidOut(machine, arrows)
  const { height = 0, width = 0 } = graph.graph()
  const lines = arrows.flatMap(({ events, from, to }) => {
    const { points, x = 0, y = 0 } = graph.edge(from, to)
    const course = from === to ? loop(graph.node(from), y - (events.length * ROW) / 2) : points
    return [curve(course, "line"), ...caption({ x, y }, events)]
  })
  const dots = machine.begins.map((state) => dot(graph.node(beginOf(state))))
  const boxes = machine.states.flatMap((state) => {
    const { height, width, x, y } = graph.node(state)
    const place = { x: x - width / 2, y: y - height / 2 }
    return [box(place, width, height, isFinal(machine, state) ? "end" : "box"), label({ x, y: y + 4.5 }, state, "name")]
  })
  return svg({
    width: width + 2 * MARGIN,
    height: height + 2 * MARGIN,
    title: `State machine ${machine.name}`,
    description: machine.edges.map(({ from, on, to }) => `${from} becomes ${to} by ${on}.`).join(" "),
    parts: [`<g transform="translate(${MARGIN} ${MARGIN})">`, ...lines, ...dots, ...boxes, "</g>"]
  })
}

/** All events that lead from one state to another share an arrow. */
interface Arrow {
  readonly from: string
  readonly to: string
  readonly events: ReadonlyArray<string>
}

const MARGIN = 16
const ROW = 16

const arrowsOf = ({ begins, edges }: Drawn): ReadonlyArray<Arrow> => {
  const arrows = begins.map((state): Arrow => ({ from: beginOf(state), to: state, events: [] }))
  for (const { from, to } of edges) {
    if (arrows.some((arrow) => arrow.from === from && arrow.to === to)) continue
    arrows.push({ from, to, events: edges.filter((edge) => edge.from === from && edge.to === to).map(({ on }) => on) })
  }
  return arrows
}

const laidOut = ({ begins, states }: Drawn, arrows: ReadonlyArray<Arrow>) => {
  const graph = new dagre.graphlib.Graph()
  graph.setGraph({ rankdir: "LR", nodesep: 48, ranksep: 48, edgesep: 30 })
  for (const state of begins) graph.setNode(beginOf(state), { width: 12, height: 12 })
  for (const state of states) graph.setNode(state, { width: widthOf(state, 13) + 24, height: 34 })
  for (const { events, from, to } of arrows) {
    graph.setEdge(from, to, { width: breadth(events), height: events.length * ROW, labelpos: "c" })
  }
  dagre.layout(graph)
  return graph
}

const breadth = (events: ReadonlyArray<string>): number => Math.max(0, ...events.map((event) => widthOf(event, 12)))

/** The names of events over the middle of their arrow, on a veil that hides the line behind them. */
const caption = ({ x, y }: Point, events: ReadonlyArray<string>): ReadonlyArray<string> => {
  const top = y - (events.length * ROW) / 2
  return [
    box({ x: x - breadth(events) / 2, y: top }, breadth(events), events.length * ROW, "veil"),
    ...events.map((event, row) => label({ x, y: top + row * ROW + 12 }, event, "small"))
  ]
}

/** From the foot of a state down to its events, and back. */
const loop = ({ height, x, y }: dagre.Node, foot: number): ReadonlyArray<Point> => [
  { x: x - 16, y: y + height / 2 },
  { x: x - 12, y: foot },
  { x: x + 12, y: foot },
  { x: x + 16, y: y + height / 2 }
]

const dot = ({ x, y }: Point): string => `<circle class="dot" cx="${Math.round(x)}" cy="${Math.round(y)}" r="6"/>`

const beginOf = (state: string): string => `begin ${state}`

const isFinal = ({ edges }: Drawn, state: string): boolean => edges.every(({ from }) => from !== state)
