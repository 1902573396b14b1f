import { Data, Result, type Schema } from "effect"

/** No value has this type on its own: a spread drops a private member, and no literal can write one. */
declare class Seal<Name extends string> {
  private readonly machine: Name
}

export type { Seal }

/**
 * A state that machine `Name` made. A literal, a spread or an edited copy does not have this type. Only `begin`,
 * `transition`, `attempt`, `seal` and the codec of the collection return it.
 */
export type Made<Name extends string, State> = State & Seal<Name>

type Tagged = { readonly _tag: string }
type Case<U extends Tagged, T> = Extract<U, { readonly _tag: T }>

/**
 * One legal transition: its target state, and a function that builds the data of that state from the previous state and
 * the event.
 */
export type Cell<S extends Tagged, E extends Tagged, From extends S["_tag"], On extends E["_tag"]> = {
  readonly [To in S["_tag"]]: {
    readonly to: To
    readonly with: (state: Case<S, From>, event: Case<E, On>) => Omit<Case<S, To>, "_tag">
  }
}[S["_tag"]]

/** A row per state, a cell per legal event. An absent cell is an illegal transition; an absent row does not compile. */
export type Table<S extends Tagged, E extends Tagged> = {
  readonly [From in S["_tag"]]: {
    readonly [On in E["_tag"]]?: Cell<S, E, From, On>
  }
}

/** Rejects a cell for an event that does not exist. */
type OnlyEvents<T, Event> = { readonly [From in keyof T]: { readonly [On in Exclude<keyof T[From], Event>]: never } }

/** The states that at least one event leads out of. A machine begins in one of these, never in a final state. */
type Leavable<T> = { [From in keyof T]: keyof T[From] extends never ? never : From }[keyof T] & string

/** The events that have a cell in each state of `From`. */
type EventIn<T, From> = keyof T[From & keyof T] & string

/** The events that have a cell in some state. */
type EventOf<T> = { [From in keyof T]: keyof T[From] }[keyof T] & string

type Target<T, From, On> = From extends keyof T
  ? On extends keyof T[From]
    ? T[From][On] extends { readonly to: infer To }
      ? To
      : T[From][On]
    : never
  : never

/** The table has no cell for this event in this state. The error names both, and contains none of their data. */
export class IllegalTransition extends Data.TaggedError("IllegalTransition")<{
  readonly machine: string
  readonly state: string
  readonly event: string
}> {}

/** The properties common to all machines. */
export interface Drawn<Begin extends string = string> {
  readonly name: string
  /** The initial state of a record. */
  readonly begins: Begin
  readonly states: ReadonlyArray<string>
  /** Every legal transition, in the order of the table. */
  readonly edges: ReadonlyArray<{ readonly from: string; readonly on: string; readonly to: string }>
}

/** A machine whose states carry data. */
export interface Machine<S, E> extends Drawn {
  readonly event: Schema.ConstraintCodec<E, unknown>
  /** Applies any event to any state: the next state, or `IllegalTransition` where the table has no cell. */
  readonly attempt: (state: S, event: E) => Result.Result<S, IllegalTransition>
}

/** A machine whose states are string literals, stored in a record that the module seals. */
export interface Words<State extends string, Event extends string, Begin extends State = State> extends Drawn<Begin> {
  readonly states: ReadonlyArray<State>
  /** The state after all events in order, or `IllegalTransition` at the first event that has no cell. */
  readonly after: (from: State, events: ReadonlyArray<Event>) => Result.Result<State, IllegalTransition>
}

/** The events of a {@link Words} machine. */
export type EventsOf<M> = M extends Words<infer _State, infer Event, infer _Begin> ? Event : never

/**
 * Makes a machine from its table. `machine` is public, and `state` is the codec for the collection. `begin` makes the
 * first state, and `transition` the next one. A call of `transition` compiles only if every state that the argument may
 * be in has a cell for the event, so it cannot fail. A module exports functions that call `begin` and `transition`,
 * never the two themselves.
 */
export const make = <
  const Name extends string,
  S extends Tagged,
  E extends Tagged,
  const T extends Table<S, E>,
  Begin extends Leavable<T>
>({
  begins,
  event,
  name,
  state,
  table
}: {
  readonly name: Name
  readonly state: Schema.Codec<S, unknown>
  readonly event: Schema.Codec<E, unknown>
  readonly begins: Begin
  readonly table: T & OnlyEvents<T, E["_tag"]>
}): {
  readonly machine: Machine<Made<Name, S>, E>
  readonly state: Schema.Codec<Made<Name, S>, unknown>
  readonly begin: (data: Omit<Case<S, Begin>, "_tag">) => Made<Name, Case<S, Begin>>
  readonly transition: <From extends Made<Name, S>, Event extends Case<E, EventIn<T, From["_tag"]>>>(
    state: From,
    event: Event
  ) => Made<Name, Case<S, Target<T, From["_tag"], Event["_tag"]>>>
} => {
  interface AnyCell {
    readonly to: string
    readonly with: (before: S, on: E) => object
  }
  // The type of the table ties each cell to its state and event. A lookup by two run-time tags loses that type.
  const rows = rowsOf(table as unknown as Record<string, Record<string, AnyCell>>)
  const attempt = (before: S, on: E): Result.Result<never, IllegalTransition> => {
    const cell = cellOf(name, rows, before._tag, on._tag)
    if (Result.isFailure(cell)) return Result.fail(cell.failure)
    return Result.succeed({ ...cell.success.with(before, on), _tag: cell.success.to } as unknown as never)
  }
  return {
    machine: { name, begins, ...drawn(rows, ({ to }) => to), event, attempt },
    state: record(name, state).state,
    begin: (data) => ({ ...data, _tag: begins }) as unknown as never,
    transition: (before, on) => Result.getOrThrow(attempt(before, on))
  }
}

/**
 * Makes a machine whose states and events are string literals. `transition` has the same compile-time check as in
 * {@link make}.
 */
export const words = <
  const T extends Readonly<Record<string, Readonly<Record<string, string>>>>,
  Begin extends Leavable<T>
>({
  begins,
  name,
  table
}: {
  readonly name: string
  readonly begins: Begin
  readonly table: T & { readonly [From in keyof T]: { readonly [On in keyof T[From]]: keyof T } }
}): {
  readonly machine: Words<keyof T & string, EventOf<T>, Begin>
  readonly transition: <From extends keyof T, On extends EventIn<T, From>>(from: From, on: On) => Target<T, From, On>
} => {
  const rows = rowsOf<string>(table)
  const after = (from: string, events: ReadonlyArray<string>): Result.Result<never, IllegalTransition> =>
    events.reduce<Result.Result<string, IllegalTransition>>(
      (reached, on) => Result.flatMap(reached, (state) => cellOf(name, rows, state, on)),
      Result.succeed(from)
    ) as unknown as Result.Result<never, IllegalTransition>
  return {
    machine: { name, begins, ...drawn(rows, (to) => to), after },
    transition: (from, on) => Result.getOrThrow(after(String(from), [on]))
  }
}

/**
 * The codec of a record with states, and `seal`, the only function that makes such a record. Modules do not export
 * `seal`.
 */
export const record = <const Name extends string, A>(_name: Name, schema: Schema.Codec<A, unknown>) => ({
  state: schema as unknown as Schema.Codec<Made<Name, A>, unknown>,
  seal: (value: A) => value as Made<Name, A>
})

type Rows<Cell> = ReadonlyMap<string, ReadonlyMap<string, Cell>>

const rowsOf = <Cell>(table: Readonly<Record<string, Readonly<Record<string, Cell>>>>): Rows<Cell> =>
  new Map(Object.entries(table).map(([state, row]) => [state, new Map(Object.entries(row))]))

const drawn = <Cell>(rows: Rows<Cell>, targetOf: (cell: Cell) => string) => ({
  states: [...rows.keys()],
  edges: [...rows].flatMap(([from, row]) => [...row].map(([on, cell]) => ({ from, on, to: targetOf(cell) })))
})

const cellOf = <Cell>(machine: string, rows: Rows<Cell>, state: string, event: string) => {
  const cell = rows.get(state)?.get(event)
  return cell === undefined ? Result.fail(new IllegalTransition({ machine, state, event })) : Result.succeed(cell)
}

/**
 * Prints a machine as a Mermaid state diagram, with an arrow per cell and a final mark on each state without outgoing
 * events.
 */
export const toMermaid = (machine: Drawn): string =>
  [
    "stateDiagram-v2",
    `  [*] --> ${machine.begins}`,
    ...machine.edges.map((edge) => `  ${edge.from} --> ${edge.to}: ${edge.on}`),
    ...machine.states.filter((state) => isFinal(machine, state)).map((state) => `  ${state} --> [*]`)
  ].join("\n")

/**
 * Prints a machine as a Markdown table: a row per state, a column per event, an empty cell where the event is illegal.
 */
export const toMarkdownTable = (machine: Drawn): string => {
  const events = [...new Set(machine.edges.map((edge) => edge.on))]
  const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  const target = (state: string, event: string) =>
    machine.edges.find((edge) => edge.from === state && edge.on === event)?.to ?? ""
  return [
    row(["State", ...events]),
    row(["---", ...events.map(() => "---")]),
    ...machine.states.map((state) => row([`**${state}**`, ...events.map((event) => target(state, event))]))
  ].join("\n")
}

const isFinal = (machine: Drawn, state: string) => machine.edges.every((edge) => edge.from !== state)
