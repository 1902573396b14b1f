import type { RequestListener } from "node:http"
import { onTestFinished } from "vitest"
import { listening } from "./listening.ts"

/** Serves an app until its test has finished. Returns the URL. */
export const serve = async (app: RequestListener) => {
  const { close, port } = await listening(app)
  onTestFinished(close)
  return `http://127.0.0.1:${port}`
}
