import { answering, type Break } from "./HostMutant.ts"

const withHeaders = (change: (headers: Headers) => void) =>
  answering((response) => {
    const headers = new Headers(response.headers)
    change(headers)
    return new Response(response.body, { status: response.status, headers })
  })

const page = (isOwn: (status: number) => boolean) =>
  answering((response) => {
    const { headers, status } = response
    return isOwn(status) ? new Response(`<h1>${status}</h1>`, { status, headers }) : response
  })

export const answerBreaks: ReadonlyArray<Break> = [
  {
    name: "answers 200 for 204",
    breaks: "204 is passed through with its body",
    over: answering((response) =>
      response.status === 204 ? new Response(null, { headers: response.headers }) : response
    )
  },
  {
    name: "shows a page of its own for 404",
    breaks: "404 is passed through with its body",
    over: page((status) => status === 404)
  },
  {
    name: "shows a page of its own for 5xx",
    breaks: "503 is passed through with its body",
    over: page((status) => status >= 500)
  },
  {
    name: "answers text only",
    breaks: "binary of some length is answered to the byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const text = await response.text()
      return new Response(text === "" ? null : text, { status, headers })
    })
  },
  {
    name: "cuts an answer at 64 KiB",
    breaks: "binary of some length is answered to the byte",
    over: answering(async (response) => {
      const { headers, status } = response
      const bytes = await response.arrayBuffer()
      return new Response(bytes.byteLength === 0 ? null : bytes.slice(0, 65_536), { status, headers })
    })
  },
  {
    name: "keeps the last cookie",
    breaks: "no cookie is lost or joined",
    over: withHeaders((headers) => {
      const last = headers.getSetCookie().at(-1)
      if (last !== undefined) headers.set("set-cookie", last)
    })
  },
  {
    name: "joins cookies",
    breaks: "no cookie is lost or joined",
    over: withHeaders((headers) => {
      const all = headers.get("set-cookie")
      if (all !== null) headers.set("set-cookie", all)
    })
  },
  {
    name: "loses WWW-Authenticate",
    breaks: "www-authenticate is the handler's",
    over: withHeaders((headers) => headers.delete("www-authenticate"))
  },
  {
    name: "calls every answer JSON",
    breaks: "content-type is the handler's",
    over: withHeaders((headers) => headers.set("content-type", "application/json"))
  }
]
