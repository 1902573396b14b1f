import { Data, Result } from "effect"

type Tagged = { readonly _tag: string }
type Case<U extends Tagged, T extends U["_tag"]> = Extract<U, { readonly _tag: T }>

/** One legal move: the state it leads to, and the data that state needs, made from the state before and the event. */
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

/** An event arrived in a state whose row has no cell for it. Names both, and nothing of their data. */
export class IllegalTransition extends Data.TaggedError("IllegalTransition")<{
  readonly machine: string
  readonly state: string
  readonly event: string
}> {}

export interface Edge {
  readonly from: string
  readonly on: string
  readonly to: string
}

export interface Machine<S extends Tagged, E extends Tagged> {
  readonly name: string
  /** The states a record may begin its life in. */
  readonly begins: ReadonlyArray<S["_tag"]>
  readonly states: ReadonlyArray<string>
  /** Every legal move, in the order of the table. */
  readonly edges: ReadonlyArray<Edge>
  readonly transition: (state: S, event: E) => Result.Result<S, IllegalTransition>
}

interface AnyCell<S, E> {
  readonly to: string
  readonly with: (state: S, event: E) => object
}

/** Makes a machine of its table. `transition` is a lookup in it and nothing else. */
export const make = <S extends Tagged, E extends Tagged>(definition: {
  readonly name: string
  readonly begins: ReadonlyArray<S["_tag"]>
  readonly table: Table<S, E>
}): Machine<S, E> => {
  const { begins, name, table } = definition
  // The type of the table ties each cell to its own state and event; a lookup by two run-time tags loses that tie.
  const rows = new Map(
    Object.entries(table as unknown as Record<string, Record<string, AnyCell<S, E>>>).map(([state, row]) => [
      state,
      new Map(Object.entries(row))
    ])
  )
  return {
    name,
    begins,
    states: [...rows.keys()],
    edges: [...rows].flatMap(([from, row]) => [...row].map(([on, cell]) => ({ from, on, to: cell.to }))),
    transition: (state, event) => {
      const cell = rows.get(state._tag)?.get(event._tag)
      if (cell === undefined) {
        return Result.fail(
          new IllegalTransition({
            machine: name,
            state: state._tag,
            event: event._tag
          })
        )
      }
      return Result.succeed({
        ...cell.with(state, event),
        _tag: cell.to
      } as unknown as S)
    }
  }
}
