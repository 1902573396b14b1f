import { element } from "../element.ts"
import { isValidStamp, type Operation, shown, shownPayload, shownStamp, shownText } from "./operations.ts"

/** One operation: a single line, which expands to the request, the 202, the stamp and the reply. */
export const operationView = () => {
  const summary = element("summary")
  const steps = element("div", { class: "exchange" })
  const root = element("li", {}, [element("details", {}, [summary, steps])])
  let seen: Operation["answered"] | undefined
  return {
    root,
    update: (operation: Operation): void => {
      if (seen === operation.answered) return
      seen = operation.answered
      summary.replaceChildren(...line(operation))
      steps.replaceChildren(...parts(operation))
    }
  }
}

const line = ({ answered, challenge, method, path, stamp }: Operation): ReadonlyArray<Node> => [
  element("span", { class: "method" }, [method]),
  element("span", { class: "path" }, [path.replace(/\?.*$/u, "").replace(/[A-Za-z]+:[0-9a-f-]{36}/gu, "…")]),
  element("span", { class: "marks" }, [
    ...(challenge === undefined ? [] : [element("span", { class: "status challenged" }, ["202"])]),
    ...(stamp === undefined ? [] : [element("span", { class: "status stamped" }, ["stamp"])]),
    ...(challenge !== undefined && stamp === undefined ? [] : [statusOf(answered.response.status)])
  ])
]

const statusOf = (status: number): HTMLElement =>
  element("span", { class: `status ${status < 400 ? "good" : "bad"}` }, [String(status)])

const parts = ({ answered, request, challenge, method, path, signed, stamp }: Operation): ReadonlyArray<Node> => {
  const { body, status } = answered.response
  const isAnswered = challenge === undefined || stamp !== undefined
  return [
    part(
      "Request",
      `${method} ${path}`,
      request.request.body === undefined ? undefined : shownText(request.request.body)
    ),
    ...(challenge === undefined
      ? []
      : [
          part(
            "202: payload to sign",
            `${challenge.requestId}, until ${challenge.expiresAt}`,
            shownPayload(challenge.payloadToSign)
          )
        ]),
    ...(challenge === undefined && signed !== undefined
      ? [part("Payload to sign", "Received with the quote", shownPayload(signed))]
      : []),
    ...(stamp === undefined ? [] : [part("Stamp", verdict(stamp, signed), shownStamp(stamp))]),
    ...(isAnswered ? [part(`Reply ${status}`, undefined, body === undefined ? undefined : shown(body))] : [])
  ]
}

const verdict = (stamp: string, signed: string | undefined): string => {
  if (signed === undefined) return "The signed payload is no longer available"
  return isValidStamp(stamp, signed)
    ? "The signature is valid for this payload"
    : "The signature is not valid for this payload"
}

const part = (title: string, words: string | undefined, code: string | undefined): HTMLElement =>
  element("section", {}, [
    element("h3", {}, [title]),
    ...(words === undefined ? [] : [element("p", {}, [words])]),
    ...(code === undefined ? [] : [element("pre", { tabindex: "0" }, [code])])
  ])
