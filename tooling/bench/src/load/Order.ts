/** What the load is told to do. */
export type Order =
  | { readonly order: "meet"; readonly server: string; readonly port: number; readonly seed: unknown }
  | { readonly order: "leave"; readonly server: string }
  | SliceOrder

/** A slice of a flow to run. */
export interface SliceOrder {
  readonly order: "slice"
  readonly server: string
  readonly flow: string
  readonly users: number
  /** Milliseconds before, and milliseconds that count. */
  readonly warm: number
  readonly measured: number
}
