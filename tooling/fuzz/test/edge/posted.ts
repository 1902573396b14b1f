import { basic, type Caller } from "@countersign/harness/world"
import type { Request } from "./Input.ts"

/** A valid call with a body, as a platform makes it. */
export const posted = (caller: Caller, path: string, body: unknown): Request => ({
  method: "POST",
  path,
  headers: [
    ["Authorization", basic(caller)],
    ["Content-Type", "application/json"]
  ],
  body: JSON.stringify(body)
})
