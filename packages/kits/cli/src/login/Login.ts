import type { Client } from "@countersign/client"
import type { Answered } from "../service/Service.ts"
import type { Terminal } from "../Terminal.ts"

export interface LoginOptions {
  readonly type?: string
  readonly customer?: string
  readonly account?: string
  readonly credential?: string
  readonly code?: string
  readonly idTokenFrom?: string
}

/** The dependencies of each login method. */
export interface Login {
  readonly options: LoginOptions
  readonly terminal: Terminal
  /** Calls the API with the API token, as the platform's backend does. */
  readonly call: (
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answered>
  /** Signs as the end user's device does. */
  readonly client: Client
  /** In a sandbox the command acts for the end user: the code is fixed, and any identity is accepted. */
  readonly isSandbox: boolean
}
