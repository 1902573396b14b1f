/** What the load is told to do. */
export type Order =
  | { readonly order: "meet"; readonly server: string; readonly port: number; readonly seed: unknown }
  | { readonly order: "leave"; readonly server: string }
  | {
      readonly order: "slice"
      readonly server: string
      readonly flow: string
      readonly users: number
      readonly warm: number
      readonly measured: number
    }
