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

/** What each way to sign in works with. */
export interface Login {
  readonly options: LoginOptions
  readonly terminal: Terminal
  /** Calls with the API token, as the platform's backend does. */
  readonly call: (
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>
  ) => Promise<Answered>
  /** Signs, as the user's device does. */
  readonly client: Client
  /** In a sandbox what a person would do is done for them: it knows the code, and believes identities. */
  readonly isSandbox: boolean
}
