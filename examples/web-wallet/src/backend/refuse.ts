import type { ErrorRequestHandler, Response } from "express"

/** Refuses in the envelope of the service, so that the page reads one kind of refusal. */
export const refuse = (response: Response, status: number, code: string, message: string): void =>
  void response.status(status).json({ status, code, message })

// Express knows an error handler by its four parameters.
export const failed: ErrorRequestHandler = (error, _request, response, _next) => {
  const status = error instanceof Error && "status" in error ? error.status : undefined
  if (status === 413) return refuse(response, 413, "TOO_LARGE", "The body is over 64 KiB.")
  refuse(response, 500, "INTERNAL", "Something went wrong here. Look before you send it again.")
}
