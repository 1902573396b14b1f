/** A browser substitute: stores its cookie and sends it with every request. */
export const browserOf = async (origin: string) => {
  const first = await fetch(`${origin}/wallet/me`)
  const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? ""
  const me = await first.json()

  const call = async (method: string, path: string, body?: string, type = "application/json") => {
    const headers = { cookie, ...(body === undefined ? {} : { "content-type": type }) }
    const response = await fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    return { status: response.status, text, body: text === "" ? undefined : JSON.parse(text) }
  }

  /** A call of the API. */
  const api = (method: string, path: string, body?: object) =>
    call(method, `/wallet/api/2025-10-13${path}`, body === undefined ? undefined : JSON.stringify(body))

  return {
    me,
    cookie,
    call,
    api,
    post: (path: string, body: object) => api("POST", path, body),
    /** Reads the event stream until it contains the expected text. */
    eventsUntil: async (isEnough: (text: string) => boolean, since?: string): Promise<string> => {
      const headers = { cookie, ...(since === undefined ? {} : { "last-event-id": since }) }
      const { body } = await fetch(`${origin}/wallet/events`, { headers })
      if (body === null) throw new Error("A stream has a body")
      let text = ""
      for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
        text += chunk
        if (isEnough(text)) return text
      }
      throw new Error(`The stream ended with ${text}`)
    }
  }
}
