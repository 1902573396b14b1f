import { createClient } from "@countersign/client"

/**
 * A browser substitute of a user who has signed up by e-mail: stores its cookie and sends it with every request. The session
 * that the sign-up opened is ended.
 */
export const browserOf = async (origin: string, email = `ada.${crypto.randomUUID().slice(0, 6)}@example.com`) => {
  let setCookie = ""
  let cookie = ""
  const { bundleSigner } = await (await fetch(`${origin}/wallet/me`)).json()
  const client = createClient({
    baseUrl: `${origin}/wallet/api/2025-10-13`,
    bundleSigner,
    fetch: async (url, init) => {
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), cookie }
      const response = await fetch(url, { ...init, headers })
      setCookie = response.headers.get("set-cookie") ?? setCookie
      cookie = setCookie.split(";")[0] ?? ""
      return response
    }
  })
  const { session } = await client.visitors.signIn({ email, code: () => "000000" })
  if (session !== undefined) await client.logout(session)
  const me = await (await fetch(`${origin}/wallet/me`, { headers: { cookie } })).json()

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
    /** The header that set the cookie. */
    setCookie,
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
